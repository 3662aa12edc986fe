import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  challengeResultSchema,
  previewAttemptSchema,
  previewReasonsSchema,
} from '#contract/learning/challenges.ts';
import {
  consequencesSchema,
  PROGRAM_FILE_MAX_BYTES,
  programFileSchema,
  programStateSchema,
  templatesSchema,
  templateUseSchema,
} from '#contract/learning/programLife.ts';
import {
  candidatesQuerySchema,
  candidatesSchema,
  launchSchema,
  managedProgramsSchema,
  newProgramSchema,
  programChangeSchema,
  programOptionsQuerySchema,
  programOptionsSchema,
  programSetupSchema,
  reviewSchema,
} from '#contract/learning/programSetup.ts';
import { programSchema } from '#contract/learning/programs.ts';
import { pageQuerySchema } from '#contract/paging.ts';
import { actorOf } from '#server/administration/audit/index.ts';
import { readTenant, tryWithTenant, withTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { pageOf } from '#server/http/paging.ts';
import { problems } from '#server/http/problems.ts';
import { programParams } from '#server/learning/programs/params.ts';
import type { ProgramsDeps } from '#server/learning/programs/programsRoutes.ts';
import { listTemplates, templateFile } from '#server/learning/programs/templates/templates.ts';
import type { SetupContext } from './applyFields.ts';
import { changeState } from './changeLaunched.ts';
import { copyProgram, createProgram, saveProgram } from './changeSetup.ts';
import { launchProgram, registerLaunch } from './launch.ts';
import { gradePreview, readPreview, readPreviewReasons } from './preview.ts';
import { exportProgram, importProgram } from './programFile.ts';
import { findCandidates, listManaged, readOptions, readSetup } from './readSetup.ts';
import { changeReview } from './review.ts';

const tags = ['programs'];

/** Drafting and launching programs (decision 0065). */
export const setupRoutes: FastifyPluginAsyncZod<ProgramsDeps> = async (app, deps) => {
  const { pool, audit, jobs, now } = deps;
  registerLaunch(jobs, deps, app.log);
  /** Makes a change that returns a program id, and responds with that program. */
  const change = (request: FastifyRequest, work: (context: SetupContext) => Promise<string>) =>
    withTenant(pool, request.viewer.tenantId, async (tx) => {
      const { viewer } = request;
      const context = { tx, audit, actor: actorOf(request), viewer, now: now() };
      return readSetup(tx, viewer, await work(context), context.now);
    });

  app.get(
    '/programs/managed',
    {
      schema: {
        tags,
        summary: 'The programs that you manage: all for administrators, your own otherwise',
        querystring: pageQuerySchema,
        response: { 200: managedProgramsSchema, ...problems(400, 401) },
      },
    },
    ({ viewer, query }) => readTenant(pool, viewer.tenantId, (tx) => listManaged(tx, viewer, pageOf(query))),
  );

  app.get(
    '/programs/options',
    {
      schema: {
        tags,
        summary: 'Topics and departments for your programs',
        querystring: programOptionsQuerySchema,
        response: { 200: programOptionsSchema, ...problems(400, 401, 404) },
      },
    },
    ({ viewer, query }) => readTenant(pool, viewer.tenantId, (tx) => readOptions(tx, viewer, query)),
  );

  app.get(
    '/programs/candidates',
    {
      schema: {
        tags,
        summary: 'People for the audience of your programs, by the start of a name or an email',
        querystring: candidatesQuerySchema,
        response: { 200: candidatesSchema, ...problems(400, 401, 404) },
      },
    },
    ({ viewer, query }) => readTenant(pool, viewer.tenantId, (tx) => findCandidates(tx, viewer, query)),
  );

  app.post(
    '/programs',
    {
      schema: {
        tags,
        summary: 'Create a program, as a draft',
        body: newProgramSchema,
        response: { 201: programSetupSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await change(request, (context) => createProgram(context, request.body))),
  );

  app.get(
    '/programs/:programId/setup',
    {
      schema: {
        tags,
        summary: 'A program as those who manage it see it',
        params: programParams,
        response: { 200: programSetupSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params: { programId } }) =>
      readTenant(pool, viewer.tenantId, (tx) => readSetup(tx, viewer, programId, now())),
  );

  app.patch(
    '/programs/:programId',
    {
      schema: {
        tags,
        summary: 'Save the draft of a program',
        params: programParams,
        body: programChangeSchema,
        response: { 200: programSetupSchema, ...problems(400, 401, 404, 409, 422) },
      },
    },
    (request) =>
      change(request, async (context) => {
        await saveProgram(context, request.params.programId, request.body);
        return request.params.programId;
      }),
  );

  app.post(
    '/programs/:programId/consequences',
    {
      schema: {
        tags,
        summary: 'The effects of a change to a launched program on learners; nothing is changed',
        params: programParams,
        body: programChangeSchema,
        response: { 200: consequencesSchema, ...problems(400, 401, 404, 409, 422) },
      },
    },
    (request) => {
      const { viewer, params, body } = request;
      return tryWithTenant(pool, viewer.tenantId, async (tx) => ({
        data: await saveProgram(
          { tx, audit, actor: actorOf(request), viewer, now: now() },
          params.programId,
          body,
        ),
      }));
    },
  );

  app.put(
    '/programs/:programId/state',
    {
      schema: {
        tags,
        summary: 'Pause, resume, archive or restore a program',
        params: programParams,
        body: programStateSchema,
        response: { 200: programSetupSchema, ...problems(400, 401, 404, 409, 422) },
      },
    },
    (request) =>
      change(request, async (context) => {
        await changeState(context, jobs, request.params.programId, request.body);
        return request.params.programId;
      }),
  );

  app.get(
    '/programs/:programId/file',
    {
      schema: {
        tags,
        summary: 'A program with its topics as one file, for authors',
        params: programParams,
        response: { 200: programFileSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params: { programId } }) => {
      if (!viewer.mayAuthor) throw notFound();
      return readTenant(pool, viewer.tenantId, (tx) => exportProgram({ tx, viewer }, programId));
    },
  );

  app.get(
    '/programs/:programId/preview',
    {
      schema: {
        tags,
        summary: 'A program as it looks to a person who has just joined; nothing is stored',
        params: programParams,
        response: { 200: programSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params: { programId } }) =>
      readTenant(pool, viewer.tenantId, (tx) => readPreview(tx, viewer, programId, now())),
  );

  app.post(
    '/programs/:programId/preview/answers',
    {
      schema: {
        tags,
        summary: 'The reasons for answers in a program preview; nothing is stored',
        params: programParams,
        body: previewAttemptSchema,
        response: { 200: previewReasonsSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params: { programId }, body }) =>
      readTenant(pool, viewer.tenantId, (tx) => readPreviewReasons(tx, viewer, programId, body)),
  );

  app.post(
    '/programs/:programId/preview/attempts',
    {
      schema: {
        tags,
        summary: 'The result of answers in a program preview; nothing is stored',
        params: programParams,
        body: previewAttemptSchema,
        response: { 200: challengeResultSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params: { programId }, body }) =>
      readTenant(pool, viewer.tenantId, (tx) => gradePreview(tx, viewer, programId, body, now())),
  );

  app.post(
    '/programs/imports',
    {
      bodyLimit: PROGRAM_FILE_MAX_BYTES,
      schema: {
        tags,
        summary: 'Create a draft and its topics from a file, for authors',
        body: programFileSchema,
        response: { 201: programSetupSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async (request, reply) => {
      if (!request.viewer.mayAuthor) throw notFound();
      return reply.code(201).send(await change(request, (context) => importProgram(context, request.body)));
    },
  );

  app.get(
    '/programs/templates',
    {
      schema: {
        tags,
        summary: 'The built-in templates of programs',
        response: { 200: templatesSchema, ...problems(401) },
      },
    },
    listTemplates,
  );

  app.post(
    '/programs/from-template',
    {
      schema: {
        tags,
        summary: 'Create a draft from a template',
        body: templateUseSchema,
        response: { 201: programSetupSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(
          await change(request, (context) =>
            importProgram(context, templateFile(request.body.template), request.body.key),
          ),
        ),
  );

  app.post(
    '/programs/:programId/launch',
    {
      schema: {
        tags,
        summary: 'Launch a program: its audience is invited',
        params: programParams,
        body: launchSchema,
        response: { 200: programSetupSchema, ...problems(400, 401, 404, 409, 422) },
      },
    },
    (request) =>
      change(request, async (context) => {
        const { programId } = request.params;
        await launchProgram(context, jobs, programId, request.body.version);
        return programId;
      }),
  );

  app.put(
    '/programs/:programId/review',
    {
      schema: {
        tags,
        summary: 'Ask the administrators to launch a draft, or answer as one of them',
        params: programParams,
        body: reviewSchema,
        response: { 200: programSetupSchema, ...problems(400, 401, 404, 409, 422) },
      },
    },
    async (request) => {
      const { programId } = request.params;
      const setup = await change(request, async (context) => {
        await changeReview(context, programId, request.body);
        return programId;
      });
      deps.wakeOutbox();
      return setup;
    },
  );

  app.post(
    '/programs/:programId/copies',
    {
      schema: {
        tags,
        summary: 'Copy a program as a new draft',
        params: programParams,
        response: { 201: programSetupSchema, ...problems(401, 404, 422) },
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(await change(request, (context) => copyProgram(context, request.params.programId))),
  );
};
