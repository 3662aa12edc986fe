import { type Replacement, trimmed } from './trimmed.ts';

/** Removes a method of a class and its accessor. Prettier formats the package, so a method ends at the brace of its indentation. */
const method = (name: string): Replacement => [
  new RegExp(
    String.raw`^  (?:(?:public|private|protected|static|async|override|get|set) )*${name}(?:<[^(]*>)?\([\s\S]*?^  \}\n`,
    'gm',
  ),
  '',
];
/** Removes statements that begin with `start`. They end at the bracket of their indentation. */
const statement = (start: string): Replacement => [
  new RegExp(String.raw`^( *)${start}.*\n(?:(?:\1 .*|\1\).* \{)?\n)*?\1[)}]+;?\n`, 'gm'),
  '',
];
const methods = (names: string) => names.split(' ').map(method);
const files = (names: string) => new RegExp(String.raw`pubnub[\\/]src[\\/](?:.*[\\/])?(?:${names})\.ts$`);

/** Calls of the messaging SDK that the product never makes. Each has a request class, which is removed with it. */
const unusedCalls =
  'fire removeMessageAction deleteMessages history whereNow getState setState presence grantToken revokeToken grant audit ' +
  'fetchUsers fetchUser createUser updateUser removeUser fetchSpaces fetchSpace createSpace updateSpace removeSpace ' +
  'fetchMemberships addMemberships updateMemberships removeMemberships sendFile publishFile listFiles downloadFile ' +
  'deleteFile unsubscribe encrypt decrypt encryptFile decryptFile channelMetadata userMetadata notificationPayload';
/** Accessors of settings, which the product sets only once, and calls that do the same as those it uses. */
const unusedAccessors =
  'configuration _config authKey getAuthKey getUserId setUserId filterExpression getFilterExpression setFilterExpression ' +
  'cipherKey setCipherKey heartbeatInterval setHeartbeatInterval getVersion _addPnsdkSuffix getUUID setUUID customEncrypt ' +
  'customDecrypt generateUUID stop getSubscribedChannels getSubscribedChannelGroups makeSubscribe token getToken setToken ' +
  'parseToken channelGroups push onStatus onMessage onPresence onSignal onObjects onMessageAction onFile';
const unusedObjectCalls =
  '_?getAllUUIDMetadata _?getUUIDMetadata _?setUUIDMetadata _?removeUUIDMetadata _?getAllChannelMetadata ' +
  '_?getChannelMetadata _?setChannelMetadata _?removeChannelMetadata getChannelMembers setChannelMembers ' +
  'removeChannelMembers removeMemberships fetchMemberships addMemberships';

/** A call logs its response, and answers a callback or a promise. The product uses promises, and the log is off. */
const promisesOnly: Replacement[] = [
  statement('const logResponse = '),
  [/^ *logResponse\(response\);\n/gm, ''],
  [
    /^( *)if \(callback\)\n\1 {2}return this\.sendRequest\((?:request|$).*\n(?:\1 {3}(?!.*abortUnsubscribe).*\n)*?\1 {2}\}?\);\n/gm,
    '',
  ],
];

const calls = trimmed(files('core/pubnub-common'), [
  ...methods(unusedCalls),
  ...methods(unusedAccessors),
  ...promisesOnly,
  [
    /^ {2}static (?:OPERATIONS|CATEGORIES|Endpoint|ExponentialRetryPolicy|LinearRetryPolicy|LogLevel) = .*\n/gm,
    '',
  ],
  [/^ *const validationResult = .*\n/m, ''],
  statement(String.raw`if \(validationResult\) \{`),
  [/\(this\.subscriptionManager\)/g, '(false)'],
  [/\(this\._configuration\.enableEventEngine\)/, '(true)'],
]);

/** Requests check their parameters, which TypeScript does for the product. */
const requests = [
  trimmed(
    files(
      'endpoints/(?:publish|signal|subscribe|fetch_messages|history/message_counts|presence/(?:heartbeat|here_now|leave)|' +
        'actions/(?:add_message_action|get_message_actions)|objects/membership/(?:get|set))',
    ),
    [method('validate')],
  ),
  trimmed(files('core/pubnub-objects'), [...methods(unusedObjectCalls), ...promisesOnly]),
];

/** The product sends no messages with files, and has no listener for such an event. */
const filesOfMessages = [
  trimmed(files('endpoints/subscribe'), [
    method('fileFromEnvelope'),
    [/this\.fileFromEnvelope\(/g, 'this.signalFromEnvelope('],
  ]),
  trimmed(files('endpoints/fetch_messages'), [
    method('isFileMessage'),
    statement(String.raw`if \(\n *!error &&`),
  ]),
  trimmed(files('web/index'), [[/public File: \S+<.*> = PubNubFile;/, '']]),
];

/** The product reconnects and watches the network itself (sagas/realtime/). */
const retries = [
  trimmed(files('components/retry-policy'), methods('LinearRetryPolicy ExponentialRetryPolicy')),
  trimmed(files('transport/middleware'), [
    [/const retryPolicy = .*;/, ''],
    statement(String.raw`if \(retryPolicy !== undefined\) \{`),
  ]),
  trimmed(files('core/components/configuration'), [
    statement(String.raw`if \(!base\.retryConfiguration && base\.enableEventEngine\) \{`),
  ]),
  trimmed(files('web/index'), [
    ...methods('networkDownDetected networkUpDetected'),
    statement(String.raw`if \(\n *\(configuration\.listenToBrowserNetworkEvents`),
  ]),
];

/** Events are received by the listener of the client, not by those of a channel, and not under their former names. */
const listeners = [
  trimmed(files('components/event-dispatcher'), [
    ...methods('onStatus onMessage onPresence onSignal onObjects onMessageAction onFile'),
    [/^ {6}if \(object\.type === 'uuid'\) \{[\s\S]*?^ {6}\}\n(?= {4}\} else)/m, ''],
  ]),
  trimmed(
    files('entities/subscription-base'),
    methods(
      'channels channelGroups onMessage onPresence onSignal onObjects onMessageAction onFile addListener removeListener removeAllListeners',
    ),
  ),
  trimmed(files('entities/subscription'), methods('cloneEmpty addSubscription toString')),
  trimmed(
    files('entities/subscription-set'),
    methods('cloneEmpty removeSubscription removeSubscriptions removeSubscriptionSet toString'),
  ),
  trimmed(files('entities/entity'), methods('toString')),
  trimmed(files('types/api/subscription'), methods('length with toString')),
];

/** Browsers without `fetch`, uploads, and errors of Node and of uploads. */
const otherPlatforms = [
  trimmed(files('transport/web-transport'), [
    ...methods('sendXHRRequest transportResponseFromXHR isFetchMonkeyPatched'),
    statement(String.raw`if \(transport === 'fetch' && typeof fetch === 'undefined'\) \{`),
    [/^ {4}if \(this\.isFetchMonkeyPatched\(\)\)\n.*\n/m, ''],
    [/if \(this\.transport === 'fetch'\) (return .*;)\n.*\n/, '$1'],
    [/^ {4}if \(req\.formData && req\.formData\.length > 0\) \{[\s\S]*?^ {4}else if/m, 'if'],
  ]),
  trimmed(files('errors/pubnub-api-error'), [
    method('circularReplacer'),
    [/^ {6}toJSON: function.*\n(?: {8}.*\n|\n)*? {6}\},\n/m, ''],
    [/ else if \(errorName === 'FetchError'\) \{[\s\S]*?^ {4}\} else if .*$/m, ''],
    [/ else if \(response\.headers\['content-type'\]!\.indexOf\('xml'\) [\s\S]*?^ {6}\}(?= else)/m, ''],
  ]),
  trimmed(files('components/uuid'), [
    [/^import .*\n/m, ''],
    [/createUUID\(\) \{[\s\S]*?^ {2}\},/m, 'createUUID: () => crypto.randomUUID(),'],
  ]),
];

/** The log, which is off. */
const log = [
  trimmed(files('components/logger-manager'), [[/(private log\(.*\{)[\s\S]*?^ {2}\}\n/m, '$1}\n']]),
  trimmed(files('core/components/configuration'), [
    [/new ConsoleLogger\(\),/, ''],
    [/^ {2}if \(base\.logVerbosity !== undefined\)\n.*\n/m, ''],
    statement(String.raw`if \(explicitUseRandomIVs !== undefined\) \{`),
  ]),
  trimmed(
    files(
      'pubnub-common|pubnub-objects|entities/subscription(?:-base|-set)?|event-engine/index|engine|core/dispatcher|' +
        'presence/presence|middleware|web-transport',
    ),
    [[/(?<![\w.])[\w.]*logger(?:\(\))?\.(?:trace|debug|info|warn|error)\(/g, 'false && $&']],
  ),
];

/** Names of calls that the product never makes. */
const operations = trimmed(files('constants/operations'), [
  [
    /^ {2}(?!PN(?:Publish|Signal|Subscribe|Unsubscribe|HereNow|GlobalHereNow|Heartbeat|AddMessageAction|GetMessageActions|Time|FetchMessages|GetMemberships|SetMemberships|Handshake|ReceiveMessages)Operation|PNMessageCounts)PN\w+ = '\w+',\n/gm,
    '',
  ],
]);

/** The messaging SDK without what the product does not use. */
export const trimmedPubnub = [
  calls,
  ...requests,
  ...filesOfMessages,
  ...retries,
  ...listeners,
  ...otherPlatforms,
  ...log,
  operations,
];
