/** Invented comparisons of versions for tests. */
import { resultOf } from '../../shared/results/compare-fixtures.ts'
import { sampleCounts } from '../../shared/results/counts-fixtures.ts'
import { type UnsealedVersions, versionsStore } from '../instruments/versions/format.ts'

interface Sample {
  /** Instructions per request of both versions, one value per process. */
  counts?: readonly [readonly number[], readonly number[]]
  /** Requests/s of both versions, one value per round. */
  rates?: readonly [readonly number[], readonly number[]]
  /** Other packages in the second's closure. */
  packages?: readonly string[]
  startedAt?: string
  failBelow?: number
  name?: string
}

/** Compares 1.0.0 and 2.0.0 of a package. */
export function sampleVersions(sample: Sample): UnsealedVersions {
  const { counts, rates, packages = [], startedAt = '2026-11-22T10:00:00.000Z', name = 'fastify' } = sample
  const labels = [`${name}@1.0.0`, `${name}@2.0.0`] as const
  const byLabel = <T>([first, second]: readonly [T, T]) => ({ [labels[0]]: first, [labels[1]]: second })
  const { environment, source, protocol, counterVersion, selfCheck, servers } = sampleCounts(
    counts ? byLabel(counts) : {},
  )
  return versionsStore.complete({
    package: name,
    server: name,
    scenario: 'update-user',
    startedAt,
    finishedAt: startedAt,
    environment,
    source,
    first: { label: labels[0], spec: labels[0], version: '1.0.0', packages: ['ajv@8.0.0', labels[0]] },
    second: { label: labels[1], spec: labels[1], version: '2.0.0', packages: ['ajv@8.0.0', labels[1], ...packages] },
    counts: counts ? { protocol, counterVersion, selfCheck, servers } : null,
    notCounted: null,
    failBelow: sample.failBelow ?? null,
    run: rates ? resultOf(byLabel(rates)) : null,
  })
}
