import { existsSync, watch } from 'node:fs'
import { join, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '../../shared/basics/errors.ts'
import { firstAndMore, grouped, oneLine, plural, shortened } from '../../shared/basics/text.ts'
import type { Scenario } from '../../shared/contract/scenario.ts'
import { deviationText } from '../../shared/format/disclosure.ts'
import { LOGS } from '../../shared/results/caveats.ts'
import { command, flag, type Values, value } from '../cli/command.ts'
import { ALL, fixedSeed, inputs, SCENARIO_OR_ALL, scenarioNamed } from '../cli/options.ts'
import {
  chosenFolders,
  chosenServers,
  leftOutLines,
  missingServersStatus,
  scenariosFor,
  serverOptions,
} from '../cli/server-options.ts'
import { assertDeclared } from '../folders/declared.ts'
import { deviationCases, deviationsFor } from '../folders/manifest-scope.ts'
import { isServer, MODELS_DIR, missingLine, SERVERS_DIR } from '../folders/servers.ts'
import { changedFiles, changesText, readCheckout } from '../machine/checkout.ts'
import { assertUsable } from '../server/usable.ts'
import { say } from '../terminal/output.ts'
import { behaviourTable } from '../terminal/table.ts'
import { type ContractFailure, describeFailure } from '../verify/exchange.ts'
import type { FuzzReport } from '../verify/fuzz.ts'
import { type Verification, verify } from '../verify/verify.ts'

const options = {
  watch: flag('verify again whenever a file of the chosen servers or of shared/models/ changes'),
  fuzz: value(
    '<n>',
    'also send this many arbitrary inputs per server and scenario, and check the invariants',
    inputs,
  ),
  seed: fixedSeed,
  ...serverOptions,
}
type VerifyOptions = Values<typeof options>

export const verifyCommand = command({
  name: 'verify',
  description:
    'check every installed server against its contract; show what each accepts and rejects',
  operands: [SCENARIO_OR_ALL],
  options,
  fails: 'a server breaks its contract, or is not installed',
  async run(values, name) {
    const verifyChosen = async () => {
      let status = 0
      for (const scenario of scenariosFor(name, values)) {
        // The others share a contract with one of these.
        if (name === ALL && scenario.name !== scenario.file) continue
        status = Math.max(status, await verifyServers(scenario, values, name === ALL))
      }
      return status
    }
    if (name !== ALL) scenarioNamed(name)
    await assertUsable()
    return values.watch ? watchAndRepeat(values, verifyChosen) : verifyChosen()
  },
})

/** Milliseconds in which an editor may write several files. */
const SETTLING = 150

/** Verifies now and after every change, until the process is ended. @throws UsageError if nothing can be watched */
async function watchAndRepeat(
  values: VerifyOptions,
  repeat: () => Promise<number>,
): Promise<never> {
  // By folder, so that one with a broken manifest is watched, too.
  const directories = [SERVERS_DIR, ...values.serversDir].flatMap((parent) =>
    (isServer(parent)
      ? [parent]
      : (values.servers?.map((name) => join(parent, name)) ?? [parent])
    ).filter(existsSync),
  )
  if (directories.length === 0) chosenFolders(values)
  let isChanged = false
  let changed: () => void = () => {}
  for (const directory of [...directories, MODELS_DIR]) {
    watch(directory, { recursive: true }, (_, file) => {
      if (file?.split(sep).includes('dist')) return
      isChanged = true
      changed()
    })
  }
  for (;;) {
    isChanged = false
    try {
      await repeat()
    } catch (error) {
      say(oneLine(messageOf(error)))
    }
    say('\nwaiting for a change; Ctrl-C ends')
    // What changed while the last one was verified counts too.
    if (!isChanged) {
      await new Promise<void>((resolve) => {
        changed = resolve
      })
    }
    await sleep(SETTLING)
  }
}

async function verifyServers(
  scenario: Scenario,
  options: VerifyOptions,
  allScenarios: boolean,
): Promise<number> {
  const chosen = chosenServers(scenario, options)
  const { installed, notInstalled } = chosen
  say(`${scenario.title} (${scenario.name})`)
  const verifications: Verification[] = []
  for (const server of installed) assertDeclared(server)
  let checkout = readCheckout()
  for (const server of installed) {
    const { seed, fuzz: inputs } = options
    const verification = await verify(
      server,
      scenario,
      seed,
      inputs === undefined ? {} : { fuzz: { inputs, seed } },
    )
    if (verification.broken || verification.failures.length > 0) await assertUsable()
    verifications.push(verification)
    say(report(scenario, verification))
    const now = readCheckout()
    const files = changedFiles(checkout, now)
    if (files.length > 0) say(`      ${oneLine(changesText(files))} while it ran`)
    checkout = now
  }
  for (const line of leftOutLines(chosen, scenario)) say(`-     ${line}`)
  for (const missing of notInstalled) say(`-     ${missingLine(missing)}`)
  const passed = verifications.filter(({ failures, broken }) => !broken && failures.length === 0)
  if (passed.some(({ behaviours }) => behaviours.length > 0)) {
    say(`\nWhat each server does where the contract leaves it open:`)
    say(behaviourTable(passed.map(({ server, behaviours }) => ({ name: server.name, behaviours }))))
  }
  return passed.length === installed.length
    ? missingServersStatus(chosen, options, allScenarios)
    : 1
}

function report(
  scenario: Scenario,
  { server, failures, logged, fuzzed, broken }: Verification,
): string {
  if (broken) return `FAIL  ${server.name}: ${broken}`
  if (failures.length === 0) {
    const known = deviationsFor(server.manifest, scenario).map(
      (deviation) =>
        `known deviation: ${deviation.case}: ${deviationText(deviation)}: ${deviation.reason}`,
    )
    const log =
      logged < LOGS ? [] : [`writes ${grouped(logged)} bytes per request to stdout and stderr`]
    return [`ok    ${server.name}`, ...known, ...log, ...fuzzLines(fuzzed)].join('\n      ')
  }
  const ofInvariants = failures.some((failure) => 'invariant' in failure)
  const causes = Object.values(Object.groupBy(failures, ({ rule, cause }) => `${rule}: ${cause}`))
  const checked = ofInvariants ? 'of the invariants' : 'of the contract'
  return [
    `FAIL  ${server.name}: ${plural(failures.length, 'case')} ${checked}`,
    ...causes.map((alike = []) => causeLines(alike, deviationCases(scenario))),
  ].join('\n')
}

/**
 * Describes cases that fail alike: the first in full, the others by name.
 * @param declarable ids that `knownDeviations` accepts: all of these are named
 */
function causeLines(
  [first, ...others]: readonly ContractFailure[],
  declarable: ReadonlySet<string>,
): string {
  if (!first) return ''
  const lines = [
    describeFailure(first),
    `  rule: ${first.rule}`,
    `  request: ${requestLine(first.request)}`,
  ]
  if (others.length > 0) {
    const names = new Set(others.map((other) => other.case))
    const declared = [...names.intersection(declarable)].map((name) => JSON.stringify(name))
    const undeclarable = [...names.difference(declarable)].filter((name) => name !== first.case)
    const shownNames = [...declared, ...firstAndMore(undeclarable, 3)].join(', ')
    lines.push(`  and ${plural(others.length, 'case')} like it${shownNames && `: ${shownNames}`}`)
  }
  return lines.join('\n').replaceAll(/^/gm, '      ')
}

/** Headers that a request always has. */
const USUAL_HEADERS = [
  'host: localhost',
  'connection: keep-alive',
  'content-type: application/json',
]

function requestLine({ method, path, headers, body }: ContractFailure['request']): string {
  const fields = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .filter((field) => !USUAL_HEADERS.includes(field) && !field.startsWith('content-length:'))
  return [`${method} ${path}`, ...fields, body]
    .filter(Boolean)
    .map((part) => shortened(part))
    .join(' ')
}

function fuzzLines(fuzzed: FuzzReport | null): string[] {
  if (!fuzzed) return []
  const { inputs, skipped } = fuzzed
  const skippedText = skipped > 0 ? `, ${grouped(skipped)} skipped for known deviations` : ''
  return [`${grouped(inputs)} arbitrary inputs without a violation${skippedText}`]
}
