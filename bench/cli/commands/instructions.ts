import { UsageError } from '../../../shared/basics/errors.ts'
import { plural } from '../../../shared/basics/text.ts'
import { COUNTER_KINDS } from '../../../shared/result/instructions.ts'
import { type Shard, shardName } from '../../../shared/result/shards.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import { countAndReport, PROCESSES } from '../../application/count-and-report.ts'
import { say } from '../../terminal/output.ts'
import { command, type Values, value } from '../command.ts'
import { ALL, counted, counter, fixedSeed, out, processes, SCENARIO_OR_ALL, shard } from '../options.ts'
import {
  type Chosen,
  chosenServers,
  leftOutLines,
  missingServersStatus,
  scenariosFor,
  serverOptions,
  shareOfChosen,
} from '../server-options.ts'

const EXPLANATION = `
Counts hardly depend on the machine, so that several may share the work: each counts one share of the servers, and merge
makes one file of theirs. The shares follow from the servers' names alone; the baseline is in one of them, as any server.

Examples:
  npm run bench -- instructions update-user --shard 1/2 --out one.json     on one machine
  npm run bench -- instructions update-user --shard 2/2 --out two.json     on another
  npm run bench -- merge one.json two.json --out counts.json`

const options = {
  processes: processes(PROCESSES),
  requests: counted,
  counter: counter(COUNTER_KINDS),
  seed: fixedSeed,
  shard: value(
    '<i/n>',
    'count the i-th of n shares of the chosen servers, such as 2/8; merge puts shares together',
    shard,
  ),
  out: out('instructions/<scenario>'),
  ...serverOptions,
}
type Options = Values<typeof options>

export const instructions = command({
  name: 'instructions',
  description: 'count what servers execute in user space for a request',
  operands: [SCENARIO_OR_ALL],
  options,
  more: EXPLANATION,
  run: (values, name) => countAll(name, values),
})

/** Counts one scenario, or each in turn. */
async function countAll(name: string, options: Options): Promise<number> {
  const all = name === ALL
  if (all && options.out)
    throw new UsageError(`--out takes one file, and "${ALL}" makes several: leave one of them out`)
  const shares = scenariosFor(name, options).map((scenario) => ({ scenario, ...chosenShare(scenario, options) }))
  const empty = shares.filter(({ chosen }) => isEmpty(chosen)).map(({ scenario, shard }) => emptyShard(scenario, shard))
  if (empty.length === shares.length) throw new UsageError(empty.join('; '))
  for (const line of empty) say(line)
  let status = 0
  for (const share of shares) {
    if (!isEmpty(share.chosen)) status = Math.max(status, await countScenario(share.scenario, options, share, all))
  }
  return status
}

interface Share {
  chosen: Chosen
  shard: Shard | undefined
}

function chosenShare(scenario: Scenario, options: Options): Share {
  const chosen = chosenServers(scenario, options)
  return options.shard ? shareOfChosen(chosen, options.shard, scenario) : { chosen, shard: undefined }
}

const isEmpty = ({ installed, notInstalled }: Chosen) => installed.length + notInstalled.length === 0

function emptyShard({ name }: Scenario, shard: Shard | undefined): string {
  const { length } = shard?.chosen ?? []
  const which = shard ? `shard ${shardName(shard)} of ${name}` : name
  return `${which} has no server: ${plural(length, 'server')} can be shared by ${length} at the most`
}

async function countScenario(
  scenario: Scenario,
  options: Options,
  { chosen, shard }: Share,
  all: boolean,
): Promise<number> {
  for (const line of leftOutLines(chosen, scenario)) say(line)
  const { counter, requests, processes, seed, out } = options
  const { installed: servers, notInstalled } = chosen
  const plan = { scenario, servers, notInstalled, counter, requests, processes, seed, out, shard }
  return Math.max(await countAndReport(plan), missingServersStatus(chosen, options, all))
}
