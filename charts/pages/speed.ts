/** How fast the machine was while a result was made, which the name of its CPU does not tell. */
import * as statistics from 'simple-statistics'
import { grouped } from '../../shared/basics/text.ts'
import type { Result, Trial } from '../../shared/result/format.ts'
import { probeTimes } from '../../shared/result/machine-speed.ts'
import { inline } from '../text/markdown.ts'

type Slice = Trial['slices'][number]

/**
 * From what stands beside every slice: the probe's fixed work on the server's CPU, and how much of the baseline's CPU time the
 * kernel used, which grows where system calls are dear.
 * @returns Markdown; empty where neither is known
 */
export function speedText(result: Result): string {
  const { servers, baseline, protocol } = result
  const trials = servers.filter(({ name }) => name === baseline).flatMap((server) => server.trials)
  const own = trials
    .flatMap(({ slices }) => slices)
    .filter(({ pipelining, warmUp }) => !warmUp && (pipelining ?? protocol.pipelining) === protocol.pipelining)
  return [...probeText(probeTimes(result)), ...kernelText(own, baseline)].join('; ')
}

function probeText(times: readonly number[]): string[] {
  if (times.length === 0) return []
  const [low, median, high] = [0.05, 0.5, 0.95].map((p) => grouped(statistics.quantile([...times], p)))
  return [`the probe’s fixed work took the server’s CPU ${median} µs (median; 90% of times ${low} to ${high} µs)`]
}

function kernelText(slices: readonly Slice[], baseline: string): string[] {
  const known = slices.flatMap(({ kernel }) => kernel ?? [])
  const system = statistics.sum(known.map(({ systemSeconds }) => systemSeconds))
  const total = system + statistics.sum(known.map(({ userSeconds }) => userSeconds))
  return total > 0 ? [`the kernel had ${((system / total) * 100).toFixed(0)}% of ${inline(baseline)}’s CPU time`] : []
}
