/** Invented comparisons of versions for tests. */
import { resultOf } from '../../shared/test/compare-fixtures.ts'
import { sampleEnvironment as environment } from '../../shared/test/environment-fixture.ts'
import {
  type UnsealedVersions,
  type VersionsMeasured,
  versionsStore,
} from '../instruments/versions/format.ts'
import { versionsVerdicts } from '../instruments/versions/verdict.ts'

interface Sample {
  /** Instructions per request of both versions, one value per process. */
  counts?: readonly [readonly number[], readonly number[]]
  /** Requests/s of both versions, one value per round. */
  rates?: readonly [readonly number[], readonly number[]]
  /** Further metrics. */
  more?: readonly VersionsMeasured[]
  /** Other packages in the second's closure. */
  packages?: readonly string[]
  startedAt?: string
  /** Threshold of all metrics. */
  failBelow?: number
  name?: string
  equal?: boolean
}

/** Compares 1.0.0 and 2.0.0 of a package. */
export function sampleVersions(sample: Sample): UnsealedVersions {
  const { counts, rates, more = [], packages = [], name = 'fastify' } = sample
  const startedAt = sample.startedAt ?? '2026-11-22T10:00:00.000Z'
  const labels = [`${name}@1.0.0`, `${name}@2.0.0`] as const
  const common = { exact: false, larger: 'slower', how: 'as invented', notMeasured: null } as const
  const row = (values: readonly [readonly number[], readonly number[]]) => ({
    ...{ name: 'instructions/request', first: [...values[0]], second: [...values[1]] },
  })
  const measured: VersionsMeasured[] = [
    ...(counts
      ? [
          {
            ...common,
            metric: 'instructions',
            threshold: sample.failBelow ?? 0.003,
            rows: [row(counts)],
          },
        ]
      : []),
    ...(rates
      ? [{ ...common, metric: 'requests', threshold: sample.failBelow ?? 0.03, rows: [] }]
      : []),
    ...more,
  ]
  const sides = labels.map((label, i) => ({
    ...{ label, spec: label, version: `${i + 1}.0.0`, commit: null, siblings: [] as string[] },
    packages: ['ajv@8.0.0', label, ...(i === 1 ? packages : [])],
  })) as [UnsealedVersions['first'], UnsealedVersions['second']]
  const compared = {
    ...{ first: sides[0], second: sides[1], measured },
    run: rates ? resultOf({ [labels[0]]: rates[0], [labels[1]]: rates[1] }) : null,
  }
  return versionsStore.complete({
    ...{
      package: name,
      server: name,
      scenario: 'update-user',
      startedAt,
      finishedAt: startedAt,
      environment,
    },
    source: { commit: null, clean: null },
    ...compared,
    ...{
      repeat: `npm run bench -- versions ${labels.join(' ')}`,
      equal: sample.equal ?? false,
      notCounted: null,
    },
    verdicts: versionsVerdicts(compared),
  })
}
