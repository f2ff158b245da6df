/** The one file format of measurements: figures of fresh processes of servers or libraries, by name. */
import { z } from 'zod'
import { RUNTIMES } from './disclosure.ts'
import { CodeDigest, count, Environment, Name, Part, Source, SubjectName } from './fields.ts'

export const MEASUREMENT_VERSION = 1

const json: z.ZodType<unknown> = z.json()

export const Sample = z
  .strictObject({
    round: count.min(1),
    values: z
      .record(z.string(), z.union([z.number(), z.string(), z.null()]))
      .describe('by the id of the metric; a string is a category, null is unknown'),
    evidence: json.optional().describe('what is not a figure; the probe defines its schema'),
  })
  .describe('one fresh process')

export const Subject = z.strictObject({
  name: SubjectName.describe('folder'),
  displayName: z.string(),
  version: z.string().nullable(),
  runtime: z.enum(RUNTIMES),
  runtimeVersion: z.string(),
  code: CodeDigest.optional(),
  part: Part.describe('distinguishes measurements of one name and runtime; may be empty'),
  details: json.optional().describe('properties of the server; the probe defines their schema'),
  disqualified: z.string().nullable().describe('reason why it has no figures, in one line'),
  failedIn: z
    .strictObject({ round: count.min(1), phase: z.string() })
    .optional()
    .describe('when it was disqualified, if the probe has phases'),
  samples: z.array(Sample),
})

export const Measurement = z.strictObject({
  schemaVersion: z.literal(MEASUREMENT_VERSION),
  probe: Name,
  scenario: Name.optional(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  protocol: z
    .record(z.string(), json)
    .describe('files are comparable if these are equal, apart from the seed and CPUs'),
  environment: Environment,
  source: Source,
  details: json.optional().describe('what belongs to the whole file; the probe defines its schema'),
  subjects: z.array(Subject),
  notInstalled: z.array(z.strictObject({ name: SubjectName, install: z.string() })),
  checksum: z.string().describe('SHA-256 of the rest: the file has not been edited'),
})

export type Sample = z.infer<typeof Sample>
export type Subject = z.infer<typeof Subject>
export type Measurement = z.infer<typeof Measurement>

/** A file before it is written. */
export type Contents = Omit<Measurement, 'checksum'>
