/** `run --resume`: continues an interrupted run with its own plan. */
import { relative } from 'node:path'
import { UsageError } from '../../../shared/basics/errors.ts'
import { readRecord } from '../../../shared/results/file.ts'
import { discoverServers, findServerFolders, SERVERS_DIR, type Server } from '../../host/servers.ts'
import { withCopy } from '../../run/run-plan.ts'
import { say } from '../../terminal/output.ts'
import { measureRun } from '../measure-run.ts'
import { scenarioNamed } from '../options.ts'
import { serverNamed } from '../server-options.ts'

export async function resumeRun(
  path: string,
  { serversDir, publish }: { serversDir: readonly string[]; publish: boolean },
): Promise<number> {
  const record = readRecord(path)
  const shown = relative('', path)
  if (record.complete) throw new UsageError(`${shown} is complete: there is nothing to resume`)
  const { scenario, protocol, quick, until, copy } = record
  const { installed, notInstalled } = discoverServers(findServerFolders([SERVERS_DIR, ...serversDir]), scenario)
  const servers: Server[] = []
  const missing: string[] = []
  for (const { name } of record.servers) {
    const server = serverNamed(installed, name)
    const install = notInstalled.find((other) => other.name === name)?.install
    if (server) servers.push({ ...server, name })
    else if (install) missing.push(`${name} is not installed: ${install}`)
    else missing.push(`${name} is not here: --servers-dir takes the directory of its folder`)
  }
  if (missing.length > 0) throw new UsageError(`${shown} cannot be resumed here: ${missing.join('; ')}`)
  say(`resumes ${shown}`)
  return measureRun({
    ...{ scenario: scenarioNamed(scenario), servers: copy ? withCopy(servers) : servers, notInstalled: [] },
    ...{ protocol, quick, until, publish, resume: { path, record } },
  })
}
