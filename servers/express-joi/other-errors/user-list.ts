import express from 'express'
import Joi from 'joi'
import { LATEST_DATE } from '../../../shared/models/latest-date.ts'
import type { User } from '../../../shared/models/user.ts'
import type { UserList } from '../../../shared/models/user-list.ts'
import { onError } from '../on-error.ts'

const userSchema = Joi.object<User>({
  id: Joi.number(),
  name: Joi.string().allow(''),
  surname: Joi.string().allow(''),
  lastUpdate: Joi.date().iso().max(LATEST_DATE),
})

const listSchema = Joi.object<UserList>({
  users: Joi.array().items(userSchema),
}).prefs({ presence: 'required' })

const app = express()

app.use(express.json())

app.post('/updateUsers', (req, res) => {
  const { error, value: list } = listSchema.validate(req.body, { abortEarly: false })
  if (error) {
    res.status(400).json({ error: error.message })
    return
  }
  for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  res.json(list)
})

app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
