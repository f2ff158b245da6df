/** How a result was measured, and which file it is. */
import type { Result } from '../bench/result.ts'
import { dateOf, methodLine, pinningText, roundsText, runtimesText } from './conditions.ts'
import { inline, list } from './markdown.ts'

export function measuredText(result: Result, resultPath: string): string {
  const { environment, protocol, source } = result
  const commit = source.commit
    ? `\`${source.commit.slice(0, 12)}\`${source.clean === false ? ', with uncommitted changes' : ''}`
    : 'unknown'
  return list([
    `Date: ${dateOf(result)}`,
    `Machine: ${inline(environment.cpuModel)}, ${environment.cpuCount} CPUs, ${Math.round(environment.memoryBytes / 2 ** 30)} GiB of memory, ${inline(environment.os)}, kernel ${inline(environment.kernel)}, ${environment.arch}`,
    `Pinning: ${inline(pinningText(environment))}`,
    `Runtimes: ${inline(runtimesText(environment))}`,
    `Method: \`${methodLine(protocol)}\` (${protocol.generator} ${environment.generatorVersion}) after ${protocol.warmupSeconds} s of warm-up with the same load; ${roundsText(protocol)}, each of them with a fresh process of every server in random order (seed ${protocol.seed})`,
    `Commit: ${commit}`,
    `Result file: [\`${resultPath}\`](${resultPath})`,
  ])
}

/** The path that `measuredText` wrote, or null where there is none. */
export function resultPathIn(text: string): string | null {
  return /^- Result file: \[`(.+)`\]\(\1\)$/m.exec(text)?.[1] ?? null
}
