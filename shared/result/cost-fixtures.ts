/** A small ladder to test with: what every step costs is chosen, and how processes differ. */
import {
  COST_STEPS,
  type Cost,
  type CostLibrary,
  FIRST_OWN_RUNG,
  type LayeredServer,
  newCost,
  type UnsealedCost,
} from './cost.ts'
import { sampleResult } from './samples.ts'

/** Values of five processes around a mean, which differ by one thousandth of it at the most. */
const around = (mean: number, shift = 0) => [0, 1, -1, 0.5, -0.5].map((step) => mean * (1 + step / 2_000) + shift)

/** What a rung costs of which each step costs that much. */
export function rungsOf(steps: readonly number[]): Cost['common'] {
  return steps.map((_, rung) => {
    const total = steps.slice(0, rung + 1).reduce((sum, cost) => sum + cost, 0)
    return { rung, instructions: around(total), settled: true, microseconds: around(total / 4_000) }
  })
}

export function sampleLibrary(name: string, steps: readonly number[], change: Partial<CostLibrary> = {}): CostLibrary {
  const rungs = rungsOf(steps)
  const { rung: _, ...whole } = rungs.at(-1) as Cost['common'][number]
  return {
    folder: name,
    library: name,
    version: '1.2.3',
    code: '0'.repeat(64),
    rungs: rungs.slice(FIRST_OWN_RUNG),
    anchor: rungs[FIRST_OWN_RUNG - 1]?.microseconds ?? [],
    server: { name, displayName: name, bare: true, ...whole },
    refusal: null,
    ...change,
  }
}

/** Instructions of each step. */
export const SAMPLE_STEPS = [40_000, 8_000, 5_000, 4_000, 2_000, 1_000, 6_000]

export function sampleCost(change: Partial<UnsealedCost> = {}): UnsealedCost {
  const slow = SAMPLE_STEPS.map((cost, step) => (COST_STEPS[step] === 'validate' ? 5 * cost : cost))
  return {
    ...newCost({
      startedAt: '2026-01-02T03:04:05.678Z',
      finishedAt: '2026-01-02T03:14:05.678Z',
      processes: 5,
      seed: 1,
      counting: {
        counter: 'perf',
        requests: 8_000,
        step: 5_000,
        shortestWarmUp: 15_000,
        longestWarmUp: 100_000,
        counterVersion: 'perf version 6.12',
        selfCheck: { expected: 20_000_000, counted: 20_000_000 },
      },
      timing: {
        generator: 'builtin',
        connections: 100,
        sliceSeconds: 0.25,
        warmUpSlices: 4,
        slices: 4,
        noisySlices: 0,
        by: 'schedstat',
      },
      environment: sampleResult().environment,
      source: { commit: 'abc', clean: true },
      common: rungsOf(SAMPLE_STEPS).slice(0, FIRST_OWN_RUNG),
      libraries: [sampleLibrary('slow', slow), sampleLibrary('quick', SAMPLE_STEPS)],
      servers: [],
      notInstalled: [],
    }),
    ...change,
  }
}

/** A server whose variants cost that many instructions, the whole one first. */
function sampleLayers(
  name: string,
  below: { name: string; left: number } | null,
  variants: readonly [layer: string | null, instructions: number][],
): LayeredServer {
  return {
    name,
    displayName: name,
    version: null,
    code: '0'.repeat(64),
    below: below?.name ?? null,
    variants: variants.map(([layer, total]) => ({
      layer,
      instructions: around(total),
      settled: true,
      microseconds: around(total / 4_000),
    })),
    anchor: below ? around(below.left / 4_000) : [],
    refusal: null,
  }
}

/** Three servers, each of which stands on the one before. */
export const SAMPLE_LAYERS: LayeredServer[] = [
  sampleLayers('tower', { name: 'house', left: 17_000 }, [
    [null, 40_000],
    ['validation', 30_000],
  ]),
  sampleLayers('house', { name: 'ground', left: 8_000 }, [
    [null, 20_000],
    ['validation', 17_000],
    ['body parser', 14_000],
    ['answer', 12_000],
  ]),
  sampleLayers('ground', null, [
    [null, 10_000],
    ['validation', 8_000],
  ]),
]
