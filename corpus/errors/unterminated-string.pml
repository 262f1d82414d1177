/* story: A string without its closing quote.
 * error: 5: string
 */
active proctype P() {
    printf("hello\n);
    skip
}
