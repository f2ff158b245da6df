/** Re-derives README's answer to "does it matter" from the stored processes, by other code than the module that makes it. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Returns the faults of README's answer to "does it matter", by plain medians of the stored processes. */
function faultsOfMatter(text: string): string[] {
  const [folder = ''] = readdirSync(join(ROOT, 'results/latency/update-user')).toSorted().slice(-1)
  interface Measured {
    name: string
    processes: {
      maximum: { requestsPerSecond: number }
      points: { rate: number; load: { cpuMicroseconds: number | null } | null }[]
    }[]
  }
  const { servers } = JSON.parse(read(`results/latency/update-user/${folder}`)) as {
    servers: Measured[]
  }
  const rate = Number(/at ([\d,]+) requests\/s\?/.exec(text)?.[1]?.replace(',', ''))
  const median = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const figures = ['fastify', 'express'].map((name) => {
    const processes = servers.find((server) => server.name === name)?.processes ?? []
    const loads = processes.flatMap(({ points }) => points.filter((point) => point.rate === rate))
    const cpu = median(loads.flatMap(({ load }) => load?.cpuMicroseconds ?? []))
    return {
      name,
      cpu,
      factor: (cpu * median(processes.map(({ maximum }) => maximum.requestsPerSecond))) / 1e6,
    }
  })
  const [fast, slow] = figures as [(typeof figures)[number], (typeof figures)[number]]
  const saved = (100 * (slow.cpu - fast.cpu)) / (2000 + slow.cpu)
  const [, later, sooner] = /between ([\d.]+)% later and ([\d.]+)% sooner/.exec(text) ?? []
  // A significant difference is stated as a value and its interval.
  const [, least = `-${later}`, greatest = sooner] =
    /sooner with .+ \(([\d.]+) to ([\d.]+)%\)/.exec(text) ?? []
  const most = Number(/at most ([\d.]+)% of a core/.exec(text)?.[1])
  return [
    ...(Number(least) <= saved && saved <= Number(greatest) ? [] : [`saves ${saved}%`]),
    ...(Math.abs((slow.cpu - fast.cpu) * rate) / 1e4 <= most ? [] : ['more of a core']),
    // What saves under 1% of a request, 0.1 ms or a tenth of a core is a "No".
    ...(/\? No\./.test(text) === (Math.abs(saved) < 5 && most < 10) ? [] : ['the answer']),
    ...figures.flatMap(({ name, factor }) => {
      const [, low, high] = new RegExp(`([\\d.]+)–([\\d.]+)× \\(${name}\\)`).exec(text) ?? []
      return Number(low) <= factor && factor <= Number(high) ? [] : [`${name} ${factor}×`]
    }),
  ]
}

describe('README’s answer to "does it matter" is borne by the stored processes', () => {
  const [, text = ''] = read('README.md').split(/<!-- bench:matter:(?:begin|end) -->/)
  test('as published', () => assert.deepEqual(faultsOfMatter(text), []))
  const changes = [
    ['? No.', '? Yes.'],
    [/later and [\d.]+% sooner/, 'later and 0.1% sooner'],
    [/[\d.]+–[\d.]+× \(express\)/, '4.1–4.6× (express)'],
    [/at most [\d.]+% of a core/, 'at most 0.1% of a core'],
  ] as const
  for (const [from, to] of changes)
    test(`not with ${to}`, () => {
      const changed = text.replace(from, to)
      assert.notEqual(changed, text)
      assert.notDeepEqual(faultsOfMatter(changed), [])
    })
})
