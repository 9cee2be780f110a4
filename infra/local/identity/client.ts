/** What the local desk is called with its issuer. */
export const LOCAL_CLIENT_ID = "vigia-local-desk";
