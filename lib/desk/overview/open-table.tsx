/** What is open of a project, whenever it was received. */

import type { AgeClass, OpenCases } from "../../daily-counts/open-by-age.ts";
import { OVERVIEW } from "../../i18n/catalogue/desk/overview.ts";
import { Bar, Table } from "../components/facts.tsx";
import { useSpeaker } from "../speaker.ts";

export function OpenTable({ of: { open, byAge, overdue, dueSoon } }: { of: OpenCases }) {
  const { say, count } = useSpeaker();
  if (open === 0) return <p>{say(OVERVIEW.noneOpen)}</p>;
  const highest = Math.max(...byAge.map((one) => one.open));
  return (
    <>
      <Table caption={say(OVERVIEW.open, { count: count(open) })}>
        <thead>
          <tr>
            <th scope="col">{say(OVERVIEW.age)}</th>
            <th scope="col">{say(OVERVIEW.undecided)}</th>
          </tr>
        </thead>
        <tbody>
          {byAge.map((one) => (
            <tr>
              <th scope="row">
                <Age of={one} />
              </th>
              <td>
                {count(one.open)}
                <Bar count={one.open} of={highest} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p>{say(OVERVIEW.due, { overdue: count(overdue), soon: count(dueSoon) })}</p>
    </>
  );
}

function Age({ of: { from, to } }: { of: AgeClass }) {
  const { say } = useSpeaker();
  if (to === undefined) return <>{say(OVERVIEW.over, { from })}</>;
  return <>{from === 0 ? say(OVERVIEW.upTo, { to }) : say(OVERVIEW.between, { from, to })}</>;
}
