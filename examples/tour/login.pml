/* A client logs in at a server and asks a store for data. The server forgets the client when its
 * session times out, and the client waits for ever. */
mtype = { login, welcome, get, data, logout };

chan to_server = [2] of { mtype, byte };
chan to_client = [1] of { mtype, byte };
chan store = [0] of { mtype };

active proctype Client()
{
    byte session, value;
    to_server!login, 0;
    to_client?welcome, session;
    to_server!get, session;
    to_client?data, value;
    to_server!logout, session
}

active proctype Server()
{
    byte session, s;
end:
    do
    :: to_server?login, _ -> session = 7; to_client!welcome, session
    :: to_server?get, s ->
       if
       :: s == session -> store!get; store?data; to_client!data, 42
       :: else                  /* a stranger: ignored */
       fi
    :: to_server?logout, s -> session = 0
    :: session != 0 -> session = 0      /* the session times out */
    od
}

active proctype Store()
{
end:
    do
    :: store?get -> store!data
    od
}
