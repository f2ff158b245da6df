import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import express, { type RequestHandler } from 'express'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUser } from '../../shared/models/user.ts'

const { HOST = '', PORT, ROUTE = '', BARE, KEY, CERT } = process.env

const app = express()
let count = 0

const routes: Record<string, RequestHandler> = {
  text: (_req, res) => {
    res.send('Hello World')
  },
  counted: (_req, res) => {
    res.send(`Hello World, for the ${++count}th time`)
  },
  json: (_req, res) => {
    res.json({ hello: 'world' })
  },
  plaintext: (_req, res) => {
    res.writeHead(200, { 'content-type': 'text/plain', server: 'Express' }).end('Hello, World!')
  },
  user: (req, res) => {
    const user = parseUser(req.body)
    if (user instanceof Invalid) {
      res.status(400).json({ error: 'Invalid user', fields: user.fields })
      return
    }
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    res.json(user)
  },
}

if (BARE) app.disable('etag').disable('x-powered-by')
if (ROUTE === 'user') app.use(express.json())
app.all(ROUTE === 'user' ? '/updateUser' : '/', routes[ROUTE] as RequestHandler)

const listener = KEY && CERT ? createServer({ key: readFileSync(KEY), cert: readFileSync(CERT) }, app) : app
listener.listen(Number(PORT), HOST)
