/** What the speed of an emulator changes in the counts: timers fire by the clock, and compilers end when they end. */
import os from 'node:os'
import jStat from 'jstat'
import * as statistics from 'simple-statistics'
import { table } from '../../charts/text/markdown.ts'
import { grouped } from '../../shared/basics/text.ts'
import { javascriptOf } from '../../shared/result/counts-summary.ts'
import { CONFIDENCE } from '../../shared/result/intervals.ts'
import { spreadOf } from '../../shared/result/statistics.ts'
import type { Server } from '../contenders/servers.ts'
import { lanesFor, requestsFor } from '../instructions/count.ts'
import { countProcess } from '../instructions/count-process.ts'
import { readyCounter } from '../instructions/counters.ts'
import { type Experiment, perform, scenario, serversNamed } from './lib/experiment.ts'
import { halfAsFast } from './lib/slowed.ts'

/** A process: instructions a request of its first thread, and its seconds from its start to its last counted answer. */
interface Process {
  instructions: number
  seconds: number
  /** Requests that it answered, warm-up included. */
  answered: number
}

interface Figures {
  server: string
  version: string
  /** Counted in each process. */
  requests: number
  /** Mean of the machine's load averages of a minute, at the end of each process; `cpus` of these are the experiment's own. */
  load: number
  cpus: number
  full: Process[]
  half: Process[]
}

const SERVER = 'http-node'
/** Processes at each speed. */
const PROCESSES = 5

export const emulationSpeed: Experiment<Figures> = {
  name: 'emulation-speed',
  async measure(pinning) {
    const { counter } = await readyCounter('qemu')
    const { lanes } = lanesFor(counter, pinning)
    const [server] = serversNamed(SERVER) as [Server]
    const protocol = { counter: counter.kind, ...counter.amounts, processes: 1, sideBySide: lanes.length, seed: 1 }
    const ring = (each: Server) => requestsFor({ scenario, protocol }, each)
    const counters = { full: counter, half: halfAsFast(counter) }
    const figures = { full: [] as Process[], half: [] as Process[] }
    const loads: number[] = []
    // By turns, so that whatever changes meanwhile changes for both.
    const waiting = Array.from({ length: PROCESSES }, () => ['full', 'half'] as const).flat()
    const count = async (cpus: number[] | null) => {
      for (let speed = waiting.shift(); speed; speed = waiting.shift()) {
        const process = await countProcess({ counter: counters[speed], protocol, ring }, server, cpus)
        const { warmUp, seconds } = process
        const answered = warmUp.length * protocol.step + protocol.requests
        figures[speed].push({ instructions: javascriptOf(process), seconds, answered })
        loads.push(os.loadavg()[0] ?? Number.NaN)
        console.log(`${speed} speed: ${Math.round(javascriptOf(process))}, ${seconds.toFixed(0)} s`)
      }
    }
    await Promise.all(lanes.map(count))
    const { requests } = counter.amounts
    const shared = { server: SERVER, version: counter.version(), requests, cpus: lanes.length }
    return { ...shared, load: statistics.mean(loads), ...figures }
  },
  markdown,
}

function markdown({ server, version, requests, load, cpus, full, half }: Figures): string {
  const rows = Object.entries({ 'as fast as it goes': full, 'stopped half of the time': half }).map(
    ([speed, processes]) => {
      const { mean, sd, min, max } = spreadOf(processes.map(({ instructions }) => instructions))
      const perRequest = statistics.mean(processes.map(({ seconds, answered }) => (1000 * seconds) / answered))
      return [
        speed,
        String(processes.length),
        statistics.mean(processes.map(({ seconds }) => seconds)).toFixed(0),
        perRequest.toFixed(2),
        grouped(mean),
        grouped(min),
        grouped(max),
        `${((100 * sd) / mean).toFixed(2)}%`,
      ]
    },
  )
  const header = [
    'emulator',
    'processes',
    'seconds a process',
    'ms a request',
    'instructions',
    'least',
    'greatest',
    'sd',
  ]
  const { change, margin } = changeOf(full, half)
  const percent = (value: number) => `${value >= 0 ? '+' : ''}${(100 * value).toFixed(2)}%`
  const text = `\`${server}\` under QEMU, ${requests.toLocaleString('en-US')} counted requests in each process, as fast as the emulator goes and stopped for 10 of every 20 ms (SIGSTOP), while the clock goes on: half the speed changes instructions a request by ${percent(change)} (95% interval ${percent(change - margin)} to ${percent(change + margin)}), and the least count of a process by ${percent(least(half) / least(full) - 1)}. Timers fire by the clock in every process, so that they add no more than the latter, give or take the scatter of one process; the rest comes from processes whose compilers end later, or otherwise.`
  const aligned = header.map((_, column) => (column === 0 ? 'left' : 'right') as 'left' | 'right')
  const conditions = `${version}, ${cpus} processes at once, one a CPU; the machine’s load average was ${load.toFixed(1)} meanwhile, these included.`
  return [text, table(header, rows, aligned), conditions].join('\n\n')
}

function least(processes: readonly Process[]): number {
  return statistics.min(processes.map(({ instructions }) => instructions))
}

/** Of the mean, relative, with half the width of Student's interval for a difference of means that have one variance. */
function changeOf(full: readonly Process[], half: readonly Process[]): { change: number; margin: number } {
  const [before, after] = [full, half].map((processes) => processes.map(({ instructions }) => instructions)) as [
    number[],
    number[],
  ]
  const mean = statistics.mean(before)
  const freedom = before.length + after.length - 2
  const squares = statistics.sumNthPowerDeviations(before, 2) + statistics.sumNthPowerDeviations(after, 2)
  const error = Math.sqrt((squares / freedom) * (1 / before.length + 1 / after.length))
  const margin = (jStat.studentt.inv(1 - (1 - CONFIDENCE) / 2, freedom) * error) / mean
  return { change: statistics.mean(after) / mean - 1, margin }
}

await perform(emulationSpeed, import.meta.main)
