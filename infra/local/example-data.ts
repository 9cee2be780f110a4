/** First data of the local stack, so that there are users to look up and wallets to scan: every name is invented. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { USERS_KEY } from "../../lib/aws/tables/keys.ts";
import { chain } from "../../lib/contract/chain.ts";
import { type UserRecord, userRecord } from "../../lib/contract/user.ts";
import { ChainStore } from "../../lib/screening/chains.ts";
import { WalletStore } from "../../lib/screening/wallets/wallets.ts";
import type { LocalEndpoints } from "../../lib/settings/local-endpoints.ts";
import { SANDBOX_CHAINS } from "./sandbox/chains.ts";
import { LOCAL_REGION } from "./template/intrinsics.ts";

/** The users by id; one has what Mexican compliance needs, one an id that has to be encoded in a path. */
const EXAMPLE_USERS: Readonly<Record<string, UserRecord>> = {
  "u-1": person("Alba", "Ejemplo", "1988-04-12", "ES"),
  "u-2": {
    ...person("Bruno", "Muestra", "1991-09-30", "MX"),
    mexico: {
      rfc: "XAXX010101000",
      curp: "XEXX010101HNEXXXA4",
      actividadEconomica: 6_120_100,
      cuentaRelacionada: "000000000000000000",
      monedaCuentaRelacionada: 1,
      documentoIdentificacion: { tipoIdentificacion: 1, numeroIdentificacion: "0000000000000" },
    },
  },
  "u ñ-5": person("José Luis", "Prueba", "1979-01-05", "MX"),
};

/** The wallets; the last characters make the sandbox simulate a case. */
const EXAMPLE_WALLETS = [
  { userId: "u-1", chainId: "1", address: "0x1111111111111111111111111111111111111111" },
  { userId: "u-1", chainId: "137", address: "0x2222222222222222222222222222222222222222" },
  { userId: "u-2", chainId: "1", address: "0x33333333333333333333333333333333cafe0019" },
  { userId: "u-2", chainId: "8453", address: "0x44444444444444444444444444444444cafe0061" },
  { userId: "u ñ-5", chainId: "1", address: "0x55555555555555555555555555555555cafe0100" },
];

/** @param sandbox whether the service is the sandbox, whose chains are known: those of another one are asked for by a scan */
export async function loadExamples(
  { aws, tables, projects }: LocalEndpoints,
  sandbox: boolean,
): Promise<void> {
  const client = new DynamoDBClient({
    endpoint: aws.dynamodb,
    region: LOCAL_REGION,
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  const wallets = new WalletStore(documents, tables.wallets);
  const seenAt = new Date().toISOString();
  for (const [userId, record] of Object.entries(EXAMPLE_USERS)) {
    const Item = { ...userRecord.parse(record), [USERS_KEY.partition]: userId };
    await documents.send(new PutCommand({ TableName: tables.users, Item }));
  }
  for (const [index, { projectId }] of projects.entries()) {
    // One of them is enough for a second project to have something to scan.
    for (const wallet of index === 0 ? EXAMPLE_WALLETS : EXAMPLE_WALLETS.slice(2, 3)) {
      await wallets.remember({ ...wallet, projectId, source: "import", seenAt });
    }
  }
  if (sandbox) await new ChainStore(documents, tables.chains).put(z.array(chain).parse(SANDBOX_CHAINS));
  client.destroy();
}

function person(
  givenName: string,
  paternalSurname: string,
  birthdate: string,
  nationality: string,
): UserRecord {
  return {
    givenName,
    paternalSurname,
    maternalSurname: "Inventado",
    birthdate,
    nationality,
    phoneNumber: { countryCode: "+52", phoneNumber: 5_500_000_000 },
    email: `${paternalSurname.toLowerCase()}@example.com`,
    address: {
      country: "México",
      region: "Ciudad de México",
      city: "Ciudad de México",
      street: "Calle Inventada",
      colonia: "Colonia Inventada",
      exteriorNumber: "1",
      postalCode: "00000",
    },
  };
}
