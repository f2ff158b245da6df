import { initContract } from '@ts-rest/core'
import { createExpressEndpoints, initServer } from '@ts-rest/express'
import express from 'express'
import { type Profile, profileOf } from '../../shared/models/profile.ts'

const c = initContract()

let count = 0

const contract = c.router({
  json: { method: 'GET', path: '/json', responses: { 200: c.type<Profile>() } },
})

const router = initServer().router(contract, {
  json: async () => ({ status: 200, body: profileOf(++count) }),
})

const app = express()

createExpressEndpoints(contract, router, app)

app.listen(Number(process.env.PORT), process.env.HOST as string)
