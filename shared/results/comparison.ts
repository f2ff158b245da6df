/**
 * The result of `compare`, and its JSON format, which is stable for scripts; `formatVersion` counts incompatible changes.
 */

import { z } from 'zod'
import { count, positive } from './numbers.ts'

/** One side of a comparison: a result, or a server of one. */
const Side = z.strictObject({
  file: z.string(),
  server: z.string().nullable().describe('null if whole results are compared'),
  startedAt: z.iso.datetime(),
  commit: z.string().nullable(),
  clean: z.boolean().nullable().describe('whether the sources had no uncommitted changes'),
  quick: z.boolean(),
  rounds: count,
})

const SideFigures = z.strictObject({
  requestsPerSecond: positive.describe('estimate over the run'),
  rounds: count.min(1),
})

const ComparedServer = z.strictObject({
  server: z.string(),
  ratio: positive.describe(
    'new over old, of the ratios to the baseline, or of requests/s in one run: 0.9 is 10% slower',
  ),
  low: positive.nullable().describe('of the 95% interval; null with one round'),
  high: positive.nullable(),
  difference: z
    .enum(['faster', 'slower', 'none', 'unknown'])
    .describe('none: the interval contains 1; unknown: no interval, or both numbers are generator-limited'),
  old: SideFigures,
  new: SideFigures,
})

/** A caveat of a compared number. */
const Mark = z.strictObject({
  server: z.string(),
  side: z.enum(['old', 'new']),
  kind: z.string(),
  trials: count.min(1).describe('in how many trials'),
  of: count.min(1).describe('of how many'),
  message: z.string(),
})

const Gate = z.strictObject({
  failBelow: positive.describe('share: 0.03 is 3%'),
  failed: z.array(z.string()).describe('servers whose whole interval is below 1 - failBelow'),
  silent: z.array(z.string()).describe('servers of the old result that it cannot decide'),
})

export const FORMAT_VERSION = 2

export const Comparison = z.strictObject({
  formatVersion: z.literal(FORMAT_VERSION),
  scenario: z.string(),
  baseline: z.string(),
  confidence: z.literal(0.95).describe('of every interval, not simultaneous'),
  old: Side,
  new: Side,
  rows: z.array(ComparedServer).describe('in the order of the ratio, slowest first'),
  summary: z.strictObject({ faster: count, slower: count, none: count, unknown: count }),
  marks: z.array(Mark),
  uncompared: z.array(z.strictObject({ server: z.string(), reason: z.string() })),
  notes: z.array(z.string()).describe('notes on the rows'),
  gate: Gate.nullable().describe('null without --fail-below'),
})

export type Comparison = z.infer<typeof Comparison>
export type ComparedServer = z.infer<typeof ComparedServer>
export type Side = z.infer<typeof Side>
export type Mark = z.infer<typeof Mark>
