/** A person who does not exist, as a User record without Mexican compliance. */

import type { UserRecord } from "../../lib/contract/user.ts";

export const INVENTED_USER: UserRecord = {
  givenName: "Ana",
  paternalSurname: "Robles",
  birthdate: "1990-02-28",
  nationality: "MX",
  phoneNumber: { countryCode: "+52", phoneNumber: 5512345678 },
  email: "ana@example.com",
  address: {
    country: "Mexico",
    region: "CDMX",
    city: "Ciudad de México",
    street: "Reforma",
    colonia: "Juárez",
    exteriorNumber: "10",
    postalCode: "06600",
  },
};
