import { profileOf } from '../../shared/models/profile.ts'

let count = 0

Bun.serve({
  hostname: process.env.HOST,
  port: process.env.PORT,
  routes: {
    '/json': {
      GET: () => Response.json(profileOf(++count)),
    },
  },
})
