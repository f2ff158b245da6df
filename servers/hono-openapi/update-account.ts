import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { describeRoute, resolver, validator } from 'hono-openapi'
import * as z from 'zod'
import { touchAccount } from '../../shared/models/account.ts'
import { Account } from '../../shared/models/zod/account.ts'
import { onError } from './on-error.ts'

const dateTime = z.iso.datetime()

const AccountJson = Account.extend({
  ...{ createdAt: dateTime, updatedAt: dateTime, lastLogin: dateTime },
  profile: Account.shape.profile.extend({ birthDate: dateTime }),
})

const updateAccount = describeRoute({
  responses: {
    200: { description: 'The account, touched', content: { 'application/json': { schema: resolver(AccountJson) } } },
  },
})

const app = new Hono()

app.onError(onError)

app.post('/updateAccount', updateAccount, validator('json', Account), (c) => c.json(touchAccount(c.req.valid('json'))))

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
