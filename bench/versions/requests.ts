/** Requests/s: a run of both sides alone, loaded in the same rounds. */
import { Unmeasurable } from '../../shared/basics/errors.ts'
import { plural } from '../../shared/basics/text.ts'
import type { ServerResult } from '../../shared/format/format.ts'
import { scenarioSource } from '../folders/servers.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { protocolOf } from '../run/protocol.ts'
import { run } from '../run/run.ts'
import { Progress } from '../terminal/progress.ts'
import type { Metric } from './metric.ts'

export const requests: Metric = {
  // Of 20 comparisons of a server with its copy (results/experiments/aa.json), none differs by more with confidence.
  threshold: 0.03,
  exact: false,
  paired: true,
  larger: 'slower',
  counts: false,
  fits: (folder, { name }) => scenarioSource(folder, name) !== undefined,
  async measure({ servers: sides, scenario, run: choices, pinning }) {
    const servers = sides(scenario.name)
    const chosen = protocolOf(choices, scenario.name)
    const stop = { kind: 'rounds', rounds: choices.rounds } as const
    const protocol = { ...chosen, polling: chosen.polling && pinning.generator !== null }
    const plan = {
      scenario,
      servers,
      notInstalled: [],
      protocol,
      stop,
      generator: builtin,
      pinning,
      quick: false,
    }
    const result = await run(plan, new Progress(stop.rounds, servers))
    const failed = result.servers.find(({ disqualified }) => disqualified !== null)
    if (failed)
      throw new Unmeasurable(
        `${failed.name}: ${failed.disqualified?.phase}: ${failed.disqualified?.reason}`,
      )
    const [first, second] = result.servers.map(ratesOf)
    const shared = [...(first?.keys() ?? [])].filter((round) => second?.has(round))
    const values = (rates = new Map<string, number>()) =>
      shared.map((round) => rates.get(round) as number)
    return {
      how: `${plural(result.rounds.length, 'round')} with both, interleaved in random order`,
      rows: [{ name: 'requests/s', first: values(first), second: values(second) }],
      caveats: result.servers.flatMap(({ name, summary }) =>
        (summary?.caveats ?? []).map(
          ({ kind, trials }) => `${name}: ${kind} in ${trials} of ${summary?.trials} trials`,
        ),
      ),
    }
  },
}

/** Requests/s by round. */
const ratesOf = ({ trials }: ServerResult) =>
  new Map(trials.map(({ round, group, requests }) => [`${round} ${group}`, requests.perSecond]))
