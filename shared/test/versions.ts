/** Invented comparisons of versions for tests. */
import type { Measurement, Subject } from '../format/measurement.ts'
import { versions } from '../probes/versions.ts'
import type { ComparedMetric, VersionsDetails } from '../probes/versions-file.ts'
import { sampleMeasurement, sampleSubject } from './measurements.ts'

type Values = readonly [first: readonly number[], second: readonly number[]]

/** A metric with its rows, or the reason why the first version has none. */
export interface SampleMetric extends Partial<ComparedMetric> {
  metric: string
  rows: Readonly<Record<string, Values>>
  failed?: string
}

interface Sample {
  /** Instructions per request of both versions, one value per process. */
  counts?: Values
  /** Requests/s of both versions, one value per round. */
  rates?: Values
  /** Further metrics. */
  more?: readonly SampleMetric[]
  /** Other packages in the second's closure. */
  packages?: readonly string[]
  startedAt?: string
  /** Threshold of all metrics. */
  failBelow?: number
  name?: string
  /** Changes both sides. */
  sides?: readonly [Partial<VersionsDetails['sides'][0]>, Partial<VersionsDetails['sides'][1]>]
  caveats?: string[]
}

/** Compares 1.0.0 and 2.0.0 of a package. */
export function sampleVersions(sample: Sample): Measurement {
  const { counts, rates, more = [], packages = [], name = 'fastify', caveats = [] } = sample
  const metrics: SampleMetric[] = [
    ...(counts
      ? [{ metric: 'instructions', threshold: 0.003, rows: { 'instructions/request': counts } }]
      : []),
    ...(rates
      ? [
          {
            metric: 'requests',
            threshold: 0.03,
            repeated: 'rounds' as const,
            better: 'higher' as const,
            rows: { 'requests/s': rates },
          },
        ]
      : []),
    ...more,
  ]
  const sides = [1, 2].map((major, i) => {
    const label = `${name}@${major}.0.0`
    return {
      label,
      spec: label,
      version: `${major}.0.0`,
      released: null,
      commit: null,
      siblings: [],
      packages: ['ajv@8.0.0', label, ...(i === 1 ? packages : [])],
      ...sample.sides?.[i],
    }
  }) as VersionsDetails['sides']
  const details: VersionsDetails = {
    sides,
    metrics: Object.fromEntries(
      metrics.map(({ metric, rows: _, failed: __, ...own }) => [
        metric,
        {
          threshold: 0.02,
          repeated: 'processes',
          better: 'lower',
          worse: 'slower',
          how: 'as invented',
          ...own,
          ...(sample.failBelow !== undefined && { threshold: sample.failBelow }),
        },
      ]),
    ),
    notCounted: null,
    caveats,
    repeat: `npm run bench -- versions ${sides.map(({ label }) => label).join(' ')}`,
  }
  const { startedAt = '2026-11-22T10:00:00.000Z' } = sample
  const file = sampleMeasurement(
    versions,
    metrics.flatMap((metric) => subjectsOf(metric, sides)),
  )
  const protocol = { package: name, server: name }
  return { ...file, protocol, startedAt, finishedAt: startedAt, details }
}

function subjectsOf(
  { metric, rows, failed }: SampleMetric,
  sides: VersionsDetails['sides'],
): Subject[] {
  if (failed !== undefined) return [sampleSubject(sides[0].label, failed, { part: metric })]
  return Object.entries(rows).flatMap(([part, values]) =>
    sides.map(({ label }, i) =>
      sampleSubject(
        label,
        (values[i] ?? []).map((value) => ({ [metric]: value })),
        { part },
      ),
    ),
  )
}
