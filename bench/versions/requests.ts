/** Requests/s: a run of both sides alone, loaded in the same rounds. */
import { plural } from '../../shared/basics/text.ts'
import { scenarioSource } from '../folders/servers.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { protocolOf } from '../run/protocol.ts'
import { run } from '../run/run.ts'
import { Progress } from '../terminal/progress.ts'
import { type Metric, rowOf, sidesOf } from './metric.ts'

export const requests: Metric = {
  // Of 20 comparisons of a server with its copy (results/experiments/aa.json), none differs by more with confidence.
  threshold: 0.03,
  exact: false,
  paired: true,
  larger: 'slower',
  counts: false,
  startsServer: true,
  fits: (folder, { name }) => scenarioSource(folder, name) !== undefined,
  async measure({ servers: serversOf, scenario, run: choices, pinning }) {
    const servers = serversOf(scenario.name)
    const chosen = protocolOf(choices, scenario.name)
    const stop = { kind: 'rounds', rounds: choices.rounds } as const
    const protocol = { ...chosen, polling: chosen.polling && pinning.generator !== null }
    const plan = {
      scenario,
      servers,
      protocol,
      stop,
      generator: builtin,
      pinning,
      quick: false,
    }
    using progress = new Progress(stop.rounds, servers)
    const result = await run(plan, progress)
    const sides = sidesOf(result.subjects)
    return {
      how: `${plural(result.details.rounds.length, 'round')} with both, interleaved in random order`,
      rows: [rowOf('requests/s', sides, (values) => Number(values.requestsPerSecond))],
      caveats: result.subjects.flatMap(({ name, summary }) =>
        (summary?.caveats ?? []).map(
          ({ kind, trials }) => `${name}: ${kind} in ${trials} of ${summary?.trials} trials`,
        ),
      ),
    }
  },
}
