/** Measures how often A/A comparisons report a difference, over many short runs. */

import { defaultProtocol, LEAST_ROUNDS } from '../../shared/results/default-protocol.ts'
import { isTie, type Ratio } from '../../shared/stats/intervals.ts'
import type { Server } from '../folders/servers.ts'
import { requests } from '../instruments/versions/requests.ts'
import { builtin } from '../load/builtin/builtin.ts'
import type { Pinning } from '../machine/cpus.ts'
import { type RunObserver, run } from '../run/run.ts'
import { BASELINE } from '../run/run-plan.ts'
import { type Experiment, perform, scenario, serversNamed } from './lib/experiment.ts'

interface Figures {
  rounds: number
  durationSeconds: number
  /** The copy's requests/s over the baseline's, of each run. */
  ratios: Ratio[]
}

const RUNS = 20
/** As few rounds as a published run has. */
const PROTOCOL = { ...defaultProtocol, rounds: LEAST_ROUNDS }

const observer: RunObserver = {
  refused(server, { reason }) {
    throw new Error(`${server.name} was disqualified: ${reason}`)
  },
}

export const equals: Experiment<Figures> = {
  name: 'aa',
  async measure(pinning) {
    const ratios: Ratio[] = []
    for (let seed = 1; seed <= RUNS; seed++) {
      const estimate = await ratioOfEquals(seed, pinning)
      ratios.push(estimate)
      const { ratio, low, high } = estimate
      console.log(
        `${seed}/${RUNS}  ${[ratio, low, high].map((value) => value?.toFixed(3)).join('  ')}`,
      )
    }
    return { rounds: PROTOCOL.rounds, durationSeconds: PROTOCOL.durationSeconds, ratios }
  },
  page: 'docs/statistics.md',
  markdown({ rounds, durationSeconds, ratios }) {
    const different = ratios.filter((ratio) => !isTie(ratio)).length
    const { threshold } = requests
    const reported = ratios.filter(
      ({ low, high }) => (low ?? 1) > 1 + threshold || (high ?? 1) < 1 - threshold,
    ).length
    const furthest = Math.max(...ratios.map(({ ratio }) => Math.abs(Math.log(ratio))))
    return `${ratios.length} runs of \`${BASELINE}\` against itself, ${rounds} rounds of ${durationSeconds} s each: ${different} of the 95% intervals exclude the true ratio 1; ${ratios.length * 0.05} is expected by chance. The largest error of a ratio was ${((Math.exp(furthest) - 1) * 100).toFixed(1)}%. By the threshold of \`versions\` (${threshold * 100}%), ${reported || 'none'} would be called different.`
  },
}

async function ratioOfEquals(seed: number, pinning: Pinning): Promise<Ratio> {
  const [baseline] = serversNamed(BASELINE) as [Server]
  const copy = { ...baseline, name: `${BASELINE}.copy` }
  const plan = {
    scenario,
    servers: [baseline, copy],
    notInstalled: [],
    generator: builtin,
    pinning,
    quick: false,
  }
  const { servers } = await run({ ...plan, protocol: { ...PROTOCOL, seed } }, observer)
  const ratio = servers.find(({ name }) => name === copy.name)?.summary?.ratioToBaseline
  if (!ratio) throw new Error('the two were not compared')
  return ratio
}

await perform(equals, import.meta.main)
