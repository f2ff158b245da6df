import { serve } from '@hono/node-server'
import { sValidator } from '@hono/standard-validator'
import { Hono } from 'hono'
import { touchAccount } from '../../shared/models/account.ts'
import { Account } from '../../shared/models/valibot/account.ts'
import { refuse } from './refuse.ts'

const app = new Hono()

app.post('/updateAccount', sValidator('json', Account, refuse), (c) => c.json(touchAccount(c.req.valid('json'))))

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
