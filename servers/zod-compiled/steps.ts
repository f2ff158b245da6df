import * as z from 'zod'
import type { Steps } from '../../shared/models/steps.ts'

const dateTime = z.iso.datetime({ offset: true })

const UserJson = z.compile(z.object({ id: z.number(), name: z.string(), surname: z.string(), lastUpdate: dateTime }))

const User = z.compile(
  z.object({
    id: z.number(),
    name: z.string(),
    surname: z.string(),
    lastUpdate: dateTime.transform((text) => new Date(text)),
  }),
)

const Undated = z.compile(z.object({ id: z.number(), name: z.string(), surname: z.string() }))

export const steps: Steps = {
  library: 'zod compiled',
  package: 'zod',
  validate: (body) => UserJson.validate(body),
  parse: (body) => User.safeParse(body).data ?? null,
  parseUndated: (body) => Undated.safeParse(body).data ?? null,
  stringify: JSON.stringify,
  firstError: null,
  allErrors: (body) => User.safeParse(body).error?.issues ?? [],
}
