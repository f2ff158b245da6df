import express from 'express'
import { profileOf } from '../../shared/models/profile.ts'

const app = express()
let count = 0

app.get('/json', (_req, res) => {
  res.json(profileOf(++count))
})

app.listen(Number(process.env.PORT), process.env.HOST as string)
