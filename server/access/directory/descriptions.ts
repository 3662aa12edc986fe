import { ENTERPRISE_SCHEMA, GROUP_SCHEMA, USER_SCHEMA } from './attributes.ts';
import { MAX_COUNT } from './page.ts';

/** Descriptions of this server's features, for directories that request them (RFC 7643, sections 5 to 7). */

const supported = { supported: true };
const notSupported = { supported: false };

export const serviceProviderConfig = (baseUrl: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: supported,
  bulk: { ...notSupported, maxOperations: 0, maxPayloadSize: 0 },
  filter: { ...supported, maxResults: MAX_COUNT },
  changePassword: notSupported,
  sort: notSupported,
  etag: notSupported,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token of the organisation. An administrator creates it in the settings.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/ServiceProviderConfig` },
});

export const resourceTypes = (baseUrl: string) =>
  [
    {
      id: 'User',
      schema: USER_SCHEMA,
      schemaExtensions: [{ schema: ENTERPRISE_SCHEMA, required: false }],
    },
    { id: 'Group', schema: GROUP_SCHEMA, schemaExtensions: [] },
  ].map((type) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...type,
    name: type.id,
    endpoint: `/${type.id}s`,
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${type.id}` },
  }));

interface More {
  type?: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued?: boolean;
  required?: boolean;
  mutability?: 'readWrite' | 'readOnly' | 'immutable';
  uniqueness?: 'none' | 'server';
  subAttributes?: object[];
}
const attribute = (name: string, more: More = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});
const readOnly = { mutability: 'readOnly' } as const;
const required = { required: true };

export const schemas = (baseUrl: string) =>
  [
    {
      id: USER_SCHEMA,
      name: 'User',
      attributes: [
        attribute('userName', { ...required, uniqueness: 'server' }),
        attribute('name', {
          type: 'complex',
          subAttributes: [attribute('givenName'), attribute('familyName'), attribute('formatted', readOnly)],
        }),
        attribute('displayName', readOnly),
        attribute('title'),
        attribute('active', { type: 'boolean' }),
        attribute('emails', {
          type: 'complex',
          multiValued: true,
          subAttributes: [
            attribute('value', { uniqueness: 'server' }),
            attribute('type'),
            attribute('primary', { type: 'boolean' }),
          ],
        }),
        attribute('groups', {
          type: 'complex',
          multiValued: true,
          ...readOnly,
          subAttributes: [attribute('value', readOnly), attribute('display', readOnly)],
        }),
      ],
    },
    {
      id: ENTERPRISE_SCHEMA,
      name: 'EnterpriseUser',
      attributes: [
        attribute('department', readOnly),
        attribute('manager', {
          type: 'complex',
          subAttributes: [attribute('value'), attribute('displayName', readOnly)],
        }),
      ],
    },
    {
      id: GROUP_SCHEMA,
      name: 'Group',
      attributes: [
        attribute('displayName', { ...required, uniqueness: 'server' }),
        attribute('members', {
          type: 'complex',
          multiValued: true,
          subAttributes: [
            attribute('value', { mutability: 'immutable' }),
            attribute('display', readOnly),
            attribute('type', readOnly),
            attribute('$ref', { type: 'reference', ...readOnly }),
          ],
        }),
      ],
    },
  ].map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${schema.id}` },
  }));
