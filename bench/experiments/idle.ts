/** What servers that stand ready cost the one that is loaded: paired slices in which they run, or are stopped. */
import { createRandom } from '../../shared/basics/random.ts'
import { type RatioEstimate, ratioInterval } from '../../shared/result/intervals.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { kill } from '../machine/processes.ts'
import { defaultProtocol } from '../measure/protocol.ts'
import { RunningTrial } from '../measure/running-trial.ts'
import { type Experiment, perform, scenario, serversNamed } from './lib/experiment.ts'

interface Figures {
  loaded: string
  idle: string[]
  pairs: number
  /** Requests/s with the idle servers running over those with them stopped. */
  ratio: RatioEstimate
}

const NAMES = ['http-node', 'fastify', 'express', 'hapi']
const PAIRS = 60
const SLICE_SECONDS = 0.5
const WARM_UP_TURNS = 6

export const idleServers: Experiment<Figures> = {
  name: 'idle',
  async measure(pinning) {
    const protocol = { ...defaultProtocol, secondPipelining: null, sliceSeconds: SLICE_SECONDS, seed: 1 }
    const session = await builtin.prepare({ ...protocol, scenario: scenario.name, wire: 'plain' }, pinning.generator)
    const trials: RunningTrial[] = []
    try {
      for (const server of serversNamed(...NAMES)) {
        const plan = {
          server,
          scenario,
          protocol,
          pinning,
          round: 1,
          group: 1,
          seed: 1,
          countsReceived: null,
          calibration: null,
        }
        const trial = await RunningTrial.start(plan, () => {})
        trials.push(trial)
        for (let turn = 1; turn <= WARM_UP_TURNS; turn++) await trial.loadSlice(session, turn, 1)
      }
      const [loaded, ...idle] = trials as [RunningTrial, ...RunningTrial[]]
      const random = createRandom(1)
      const rates = { running: [] as number[], stopped: [] as number[] }
      const ratios: number[] = []
      for (let pair = 1; pair <= PAIRS; pair++) {
        for (const state of random.shuffle(['running', 'stopped'] as const)) {
          for (const { pid } of idle) kill(pid, state === 'stopped' ? 'SIGSTOP' : 'SIGCONT')
          await loaded.loadSlice(session, WARM_UP_TURNS + pair, 1)
          rates[state].push(loaded.lastRate)
        }
        ratios.push((rates.running.at(-1) ?? Number.NaN) / (rates.stopped.at(-1) ?? Number.NaN))
      }
      const [name = '', ...others] = NAMES
      return { loaded: name, idle: others, pairs: PAIRS, ratio: ratioInterval(ratios) as RatioEstimate }
    } finally {
      for (const { pid } of trials) kill(pid, 'SIGCONT')
      for (const trial of trials) await trial.abandon()
      await session.close()
    }
  },
  markdown({ loaded, idle, pairs, ratio }) {
    const percent = (value: number) => `${((value - 1) * 100).toFixed(2)}%`
    return `\`${loaded}\` loaded while ${idle.map((name) => `\`${name}\``).join(', ')} stand ready on its CPU, against slices in which they are stopped (SIGSTOP), ${pairs} pairs of slices: they change requests/s by ${percent(ratio.ratio)} (95% interval ${percent(ratio.low)} to ${percent(ratio.high)}).`
  },
}

await perform(idleServers, import.meta.main)
