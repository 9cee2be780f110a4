/** The settings that the stage is deployed with. */

export interface StackSettings {
  /** undefined in a real account, from which no sandbox is reached. */
  serviceUrl: string | undefined;
  projects: readonly number[];
  tables: Readonly<Record<string, string>>;
  /** The pool that the desk takes over; absent where the stack makes one. */
  userPoolId?: string;
}

/** As `cdk` is given them; every address is invented. */
export function settingArguments(
  stage: string,
  { serviceUrl, projects, tables, userPoolId }: StackSettings,
): string[] {
  const settings = {
    stage,
    projects: JSON.stringify(projects.map((id) => ({ id }))),
    alertEmails: "officer@company.example",
    operationsEmails: "engineer@company.example",
    tables: JSON.stringify(tables),
    desk: JSON.stringify(userPoolId === undefined ? {} : { userPoolId }),
    // A wallet that was scored a moment ago is scored again.
    "scan.rescanAfterHours": "0",
    ...(serviceUrl === undefined ? {} : { "service.baseUrl": serviceUrl }),
  };
  return Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
}
