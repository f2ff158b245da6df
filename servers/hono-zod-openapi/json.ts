import { serve } from '@hono/node-server'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { profileOf } from '../../shared/models/profile.ts'

const Profile = z.object({
  id: z.int(),
  profile: z.object({ name: z.string(), email: z.string(), age: z.int() }),
  roles: z.array(z.string()),
  metadata: z.object({ version: z.int(), active: z.boolean(), tags: z.array(z.string()), score: z.number() }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

const json = createRoute({
  method: 'get',
  path: '/json',
  responses: { 200: { content: { 'application/json': { schema: Profile } }, description: 'A profile' } },
})

const app = new OpenAPIHono()
let count = 0

app.openapi(json, (c) => c.json(profileOf(++count), 200))

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
