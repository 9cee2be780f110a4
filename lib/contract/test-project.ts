/**
 * Id of the test project, which every stage has beside its projects: the service's ids begin at 1. No list of projects holds it, so
 * that nothing shows it unless it is named.
 */
export const TEST_PROJECT = 0;
