/** Results of arbitrary inputs, as the page of experiments shows them: `verify --fuzz --out` writes the file. */
import { inline, table } from '../../charts/text/markdown.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import type { FuzzFigures, FuzzLine } from '../verify/fuzz/figures.ts'
import type { Shown } from './lib/experiment.ts'

export const arbitraryInputs: Shown<FuzzFigures> = {
  name: 'fuzz',
  markdown({ seed, servers }) {
    const names = [...new Set(servers.map(({ server }) => server))]
    const sent = [...scenarios.keys()].filter((name) => servers.some(({ scenario }) => scenario === name))
    const sums = names.map((name) => sumOf(servers.filter(({ server }) => server === name)))
    const least = Math.min(...servers.map(({ inputs }) => inputs))
    const rows = sums.map(({ name, version, count, inputs, skipped, met }) => [
      inline(name),
      version,
      String(count),
      thousands(inputs),
      thousands(skipped),
      met > 0 ? String(met) : '',
    ])
    return [
      `Seed ${seed}, ${breachText(servers)}. Each server got at least ${thousands(least)} inputs in each scenario that it has: ${sent.map((name) => `\`${name}\``).join(', ')}. Inputs with a known deviation are left out if it ends the server or disturbs the requests beside it.`,
      table(['server', 'version', 'scenarios', 'inputs', 'left out', 'known deviations met'], rows, [
        'left',
        'left',
        'right',
        'right',
        'right',
        'right',
      ]),
    ].join('\n\n')
  },
}

const thousands = (value: number) => value.toLocaleString('en')

function breachText(lines: readonly FuzzLine[]): string {
  const broken = lines.filter(({ breach }) => breach !== null)
  if (broken.length === 0) return 'no invariant was violated'
  return `an invariant was violated by ${broken.map(({ server, scenario }) => `${server} (${scenario})`).join(', ')}`
}

function sumOf(lines: readonly FuzzLine[]) {
  const total = (pick: (line: FuzzLine) => number) => lines.reduce((sum, line) => sum + pick(line), 0)
  return {
    name: lines[0]?.server ?? '',
    version: lines[0]?.version ?? '',
    count: lines.length,
    inputs: total(({ inputs }) => inputs),
    skipped: total(({ skipped }) => skipped),
    met: new Set(lines.flatMap(({ met }) => Object.keys(met))).size,
  }
}
