/** Client id of the local desk at its issuer. */
export const LOCAL_CLIENT_ID = "vigia-local-desk";
