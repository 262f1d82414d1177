/* story: A model without any process has nothing to check.
 * error: 4: process
 */
byte x;
