/** Invented layers for tests. */

import { sampleResult } from '../../../shared/results/samples.ts'
import type { Stored } from '../../../shared/results/stored-files.ts'
import { type LayeredServer, type Layers, layersStore, type UnsealedLayers } from './format.ts'

/** Returns values of five processes within 0.1% around a mean. */
const around = (mean: number) => [0, 1, -1, 0.5, -0.5].map((step) => mean * (1 + step / 2_000))

/** Returns a server by the instructions of its variants, the whole server first. */
function sampleServer(
  name: string,
  below: string | null,
  variants: readonly [layer: string | null, instructions: number][],
): LayeredServer {
  return {
    name,
    displayName: name,
    version: null,
    code: '0'.repeat(64),
    below,
    variants: variants.map(([layer, total]) => ({ layer, instructions: around(total), settled: true })),
    refusal: null,
  }
}

/** Three servers, each built on the previous one. */
export const SAMPLE_SERVERS: LayeredServer[] = [
  sampleServer('tower', 'house', [
    [null, 40_000],
    ['validation', 30_000],
  ]),
  sampleServer('house', 'ground', [
    [null, 20_000],
    ['validation', 17_000],
    ['body parser', 14_000],
    ['answer', 12_000],
  ]),
  sampleServer('ground', null, [
    [null, 10_000],
    ['validation', 8_000],
  ]),
]

function sampleLayers(change: Partial<UnsealedLayers> = {}): UnsealedLayers {
  return {
    ...layersStore.complete({
      scenario: 'update-user',
      startedAt: '2026-01-02T03:04:05.678Z',
      finishedAt: '2026-01-02T03:14:05.678Z',
      processes: 5,
      seed: 1,
      counting: {
        counter: 'qemu',
        requests: 8_000,
        step: 5_000,
        shortestWarmUp: 15_000,
        longestWarmUp: 100_000,
        counterVersion: 'qemu-x86_64 version 7.2',
        selfCheck: { expected: 20_000_000, counted: 20_000_000 },
      },
      environment: sampleResult().environment,
      source: { commit: 'abc', clean: true },
      servers: SAMPLE_SERVERS,
      notInstalled: [],
    }),
    ...change,
  }
}

export function storedLayers(change: Partial<UnsealedLayers> = {}): Stored<Layers> {
  return { file: { ...sampleLayers(change), checksum: '' }, path: 'results/layers/a.json' }
}
