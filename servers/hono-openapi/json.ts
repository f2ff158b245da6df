import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import * as z from 'zod'
import { profileOf } from '../../shared/models/profile.ts'

const Profile = z.object({
  id: z.int(),
  profile: z.object({ name: z.string(), email: z.string(), age: z.int() }),
  roles: z.array(z.string()),
  metadata: z.object({ version: z.int(), active: z.boolean(), tags: z.array(z.string()), score: z.number() }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

const json = describeRoute({
  responses: { 200: { description: 'A profile', content: { 'application/json': { schema: resolver(Profile) } } } },
})

const app = new Hono()
let count = 0

app.get('/json', json, (c) => c.json(profileOf(++count)))

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
