import type { Command } from 'commander'
import type { Scenario } from '../../shared/scenario.ts'
import { scenarios } from '../../shared/scenarios.ts'
import { describeFailure } from '../contract.ts'
import { scenarioNamed } from '../options.ts'
import { behaviourTable } from '../table.ts'
import { type Verification, verify } from '../verify.ts'
import { chosenServers, type ServerOptions, withServerOptions } from './servers.ts'

/** Values of the contract do not have to differ between two calls of the command; a fixed seed makes it repeatable. */
const SEED = 1

export function addVerifyCommand(program: Command, finish: (status: number) => void): void {
  const command = program
    .command('verify [scenario]')
    .description('put the contract to every installed server; show what each accepts and refuses')
  withServerOptions(command).action(async (name: string | undefined, options: ServerOptions) => {
    let status = 0
    for (const scenario of name ? [scenarioNamed(name)] : scenarios.values()) {
      status = Math.max(status, await verifyCommand(scenario, options))
    }
    finish(status)
  })
}

async function verifyCommand(scenario: Scenario, options: ServerOptions): Promise<number> {
  const { installed, notInstalled } = chosenServers(scenario, options)
  const verifications: Verification[] = []
  for (const server of installed) {
    const verification = await verify(server, scenario, SEED)
    verifications.push(verification)
    console.log(report(verification))
  }
  for (const { name, install } of notInstalled) console.log(`-     ${name} is not installed: ${install}`)
  const kept = verifications.filter(({ failures, broken }) => !broken && failures.length === 0)
  if (kept.length > 0) {
    console.log(`\nWhat each server does where servers may differ:`)
    console.log(behaviourTable(kept.map(({ server, behaviours }) => ({ name: server.name, behaviours }))))
  }
  return kept.length === installed.length ? 0 : 1
}

function report({ server, failures, broken }: Verification): string {
  if (broken) return `FAIL  ${server.name}: ${broken}`
  const known = server.manifest.knownDeviations.map(
    (deviation) => `      known deviation: ${deviation.case} gets ${deviation.status}: ${deviation.reason}`,
  )
  if (failures.length === 0) return [`ok    ${server.name}`, ...known].join('\n')
  const lines = failures.map((failure) => {
    const { method, path, body } = failure.request
    const request = `${method} ${path} ${body.length > 200 ? `${body.slice(0, 200)}…` : body}`
    return `      ${describeFailure(failure)}\n        rule: ${failure.rule}\n        request: ${request}`
  })
  return [`FAIL  ${server.name}: ${failures.length} of the contract's lines`, ...lines].join('\n')
}
