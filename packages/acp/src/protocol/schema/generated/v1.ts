// Written by `npm run generate` from generate/definitions. Do not edit.

/** The JSON Schema of version 1. */
export const jsonSchemaV1: { readonly [key: string]: unknown } = {
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:emend:acp:v1",
  "title": "Agent Client Protocol, version 1",
  "description": "The draft of 11 June 2026. The root is one message; each type stands under $defs.",
  "anyOf": [
    {
      "title": "initialize",
      "description": "Agree on a version and on what each side can do. Handled by the agent.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "initialize"
        },
        "params": {
          "$ref": "#/$defs/InitializeRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "authenticate",
      "description": "Authenticate by an offered method. Handled by the agent.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "authenticate"
        },
        "params": {
          "$ref": "#/$defs/AuthenticateRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "logout",
      "description": "End the authenticated state. Handled by the agent.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "logout"
        },
        "params": {
          "$ref": "#/$defs/LogoutRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "session/new",
      "description": "Start a session. Handled by the agent.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "session/new"
        },
        "params": {
          "$ref": "#/$defs/NewSessionRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "session/load",
      "description": "Bring a session back with its history. Handled by the agent.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "session/load"
        },
        "params": {
          "$ref": "#/$defs/LoadSessionRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "session/resume",
      "description": "Bring a session back without its history. Handled by the agent.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "session/resume"
        },
        "params": {
          "$ref": "#/$defs/ResumeSessionRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "session/list",
      "description": "List sessions, a page at a time. Handled by the agent.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "session/list"
        },
        "params": {
          "$ref": "#/$defs/ListSessionsRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "session/delete",
      "description": "Delete a session. Handled by the agent.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "session/delete"
        },
        "params": {
          "$ref": "#/$defs/DeleteSessionRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "session/close",
      "description": "End the work of a session. Handled by the agent.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "session/close"
        },
        "params": {
          "$ref": "#/$defs/CloseSessionRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "session/set_config_option",
      "description": "Set a configuration option. Handled by the agent.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "session/set_config_option"
        },
        "params": {
          "$ref": "#/$defs/SetSessionConfigOptionRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "session/prompt",
      "description": "Start a turn and wait for its end. Handled by the agent.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "session/prompt"
        },
        "params": {
          "$ref": "#/$defs/PromptRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "session/cancel",
      "description": "Ask for the end of the running turn. Handled by the agent.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "method": {
          "const": "session/cancel"
        },
        "params": {
          "$ref": "#/$defs/CancelNotification"
        }
      },
      "required": [
        "jsonrpc",
        "method",
        "params"
      ]
    },
    {
      "title": "session/update",
      "description": "Report what happened. Handled by the client.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "method": {
          "const": "session/update"
        },
        "params": {
          "$ref": "#/$defs/SessionNotification"
        }
      },
      "required": [
        "jsonrpc",
        "method",
        "params"
      ]
    },
    {
      "title": "session/request_permission",
      "description": "Ask the person about a tool call. Handled by the client.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "session/request_permission"
        },
        "params": {
          "$ref": "#/$defs/RequestPermissionRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "session/set_mode",
      "description": "Change the mode. Handled by the agent.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "session/set_mode"
        },
        "params": {
          "$ref": "#/$defs/SetSessionModeRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "fs/read_text_file",
      "description": "Read a file through the client. Handled by the client.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "fs/read_text_file"
        },
        "params": {
          "$ref": "#/$defs/ReadTextFileRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "fs/write_text_file",
      "description": "Write a file through the client. Handled by the client.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "fs/write_text_file"
        },
        "params": {
          "$ref": "#/$defs/WriteTextFileRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "terminal/create",
      "description": "Run a command in a terminal. Handled by the client.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "terminal/create"
        },
        "params": {
          "$ref": "#/$defs/CreateTerminalRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "terminal/output",
      "description": "Get the output so far. Handled by the client.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "terminal/output"
        },
        "params": {
          "$ref": "#/$defs/TerminalOutputRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "terminal/wait_for_exit",
      "description": "Wait for the end of the command. Handled by the client.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "terminal/wait_for_exit"
        },
        "params": {
          "$ref": "#/$defs/WaitForTerminalExitRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "terminal/kill",
      "description": "End the command. Handled by the client.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "terminal/kill"
        },
        "params": {
          "$ref": "#/$defs/KillTerminalRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "terminal/release",
      "description": "Free the terminal. Handled by the client.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "const": "terminal/release"
        },
        "params": {
          "$ref": "#/$defs/ReleaseTerminalRequest"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "method",
        "params"
      ]
    },
    {
      "title": "Extension",
      "description": "A request or notification that the protocol does not define.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "method": {
          "type": "string",
          "not": {
            "enum": [
              "initialize",
              "authenticate",
              "logout",
              "session/new",
              "session/load",
              "session/resume",
              "session/list",
              "session/delete",
              "session/close",
              "session/set_config_option",
              "session/prompt",
              "session/cancel",
              "session/update",
              "session/request_permission",
              "session/set_mode",
              "fs/read_text_file",
              "fs/write_text_file",
              "terminal/create",
              "terminal/output",
              "terminal/wait_for_exit",
              "terminal/kill",
              "terminal/release"
            ]
          }
        }
      },
      "required": [
        "jsonrpc",
        "method"
      ]
    },
    {
      "title": "Result",
      "description": "The answer to a request; its shape is that of the request with this id.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "result": {}
      },
      "required": [
        "jsonrpc",
        "id",
        "result"
      ]
    },
    {
      "title": "Failure",
      "description": "The answer to a request that failed.",
      "type": "object",
      "properties": {
        "jsonrpc": {
          "const": "2.0"
        },
        "id": {
          "$ref": "#/$defs/RequestId"
        },
        "error": {
          "$ref": "#/$defs/Error"
        }
      },
      "required": [
        "jsonrpc",
        "id",
        "error"
      ]
    }
  ],
  "$defs": {
    "AgentAuthCapabilities": {
      "description": "What the agent can do about authentication.",
      "type": "object",
      "properties": {
        "logout": {
          "anyOf": [
            {
              "$ref": "#/$defs/LogoutCapabilities"
            },
            {
              "type": "null"
            }
          ],
          "description": "Present if `logout` may be called."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "AgentCapabilities": {
      "description": "What the agent can do.",
      "type": "object",
      "properties": {
        "loadSession": {
          "type": "boolean",
          "description": "Whether `session/load` may be called.",
          "default": false
        },
        "promptCapabilities": {
          "$ref": "#/$defs/PromptCapabilities",
          "description": "What a prompt may contain.",
          "default": {
            "image": false,
            "audio": false,
            "embeddedContext": false
          }
        },
        "mcpCapabilities": {
          "$ref": "#/$defs/McpCapabilities",
          "description": "Which MCP servers it connects to.",
          "default": {
            "http": false,
            "sse": false
          }
        },
        "sessionCapabilities": {
          "$ref": "#/$defs/SessionCapabilities",
          "description": "Which further session requests it answers.",
          "default": {}
        },
        "auth": {
          "$ref": "#/$defs/AgentAuthCapabilities",
          "description": "What it can do about authentication.",
          "default": {}
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "Annotations": {
      "description": "Hints on how to use a piece of content.",
      "type": "object",
      "properties": {
        "audience": {
          "type": [
            "array",
            "null"
          ],
          "items": {
            "$ref": "#/$defs/Role"
          },
          "description": "For whom it is meant; everybody if omitted."
        },
        "lastModified": {
          "type": [
            "string",
            "null"
          ],
          "description": "When it last changed, as an ISO 8601 time."
        },
        "priority": {
          "type": [
            "number",
            "null"
          ],
          "description": "How much it matters, from 0 to 1."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "AudioContent": {
      "description": "A sound, inline.",
      "type": "object",
      "properties": {
        "annotations": {
          "anyOf": [
            {
              "$ref": "#/$defs/Annotations"
            },
            {
              "type": "null"
            }
          ],
          "description": "For whom the content is meant and how much it matters."
        },
        "data": {
          "type": "string",
          "description": "The sound in base64."
        },
        "mimeType": {
          "type": "string",
          "description": "Its media type, such as `audio/wav`."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "data",
        "mimeType"
      ]
    },
    "AuthMethod": {
      "description": "A way to authenticate.",
      "$ref": "#/$defs/AuthMethodAgent"
    },
    "AuthMethodAgent": {
      "description": "A way to authenticate that the agent carries out by itself.",
      "type": "object",
      "properties": {
        "id": {
          "type": "string",
          "description": "The method, for `authenticate`."
        },
        "name": {
          "type": "string",
          "description": "The label to show."
        },
        "description": {
          "type": [
            "string",
            "null"
          ],
          "description": "What the person should know of it."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "id",
        "name"
      ]
    },
    "AuthenticateRequest": {
      "description": "Authenticates by one of the methods that the agent offered.",
      "type": "object",
      "properties": {
        "methodId": {
          "type": "string",
          "description": "The method."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "methodId"
      ]
    },
    "AuthenticateResponse": {
      "description": "Authentication succeeded.",
      "type": "object",
      "properties": {
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "AvailableCommand": {
      "description": "A command that the person can call by a slash.",
      "type": "object",
      "properties": {
        "name": {
          "type": "string",
          "description": "Its name, without the slash."
        },
        "description": {
          "type": "string",
          "description": "What it does."
        },
        "input": {
          "anyOf": [
            {
              "$ref": "#/$defs/AvailableCommandInput"
            },
            {
              "type": "null"
            }
          ],
          "description": "What may follow the name; nothing if absent."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "name",
        "description"
      ]
    },
    "AvailableCommandInput": {
      "description": "What a command takes.",
      "$ref": "#/$defs/UnstructuredCommandInput"
    },
    "AvailableCommandsUpdate": {
      "description": "The commands of the session changed.",
      "type": "object",
      "properties": {
        "availableCommands": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AvailableCommand"
          },
          "description": "All commands there are now."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "availableCommands"
      ]
    },
    "BlobResourceContents": {
      "description": "The bytes of a resource.",
      "type": "object",
      "properties": {
        "blob": {
          "type": "string",
          "description": "The bytes in base64."
        },
        "mimeType": {
          "type": [
            "string",
            "null"
          ],
          "description": "Its media type, where known."
        },
        "uri": {
          "type": "string",
          "description": "The address of the resource."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "blob",
        "uri"
      ]
    },
    "CancelNotification": {
      "description": "Asks the agent to end the running turn.",
      "type": "object",
      "properties": {
        "sessionId": {
          "$ref": "#/$defs/SessionId",
          "description": "The session."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "sessionId"
      ]
    },
    "ClientCapabilities": {
      "description": "What the client can do for the agent.",
      "type": "object",
      "properties": {
        "fs": {
          "$ref": "#/$defs/FileSystemCapabilities",
          "description": "Reading and writing files.",
          "default": {
            "readTextFile": false,
            "writeTextFile": false
          }
        },
        "terminal": {
          "type": "boolean",
          "description": "Whether all `terminal/*` requests may be called.",
          "default": false
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "CloseSessionRequest": {
      "description": "Ends the work of a session and frees what it uses.",
      "type": "object",
      "properties": {
        "sessionId": {
          "$ref": "#/$defs/SessionId",
          "description": "The session."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "sessionId"
      ]
    },
    "CloseSessionResponse": {
      "description": "The session is closed.",
      "type": "object",
      "properties": {
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "ConfigOptionUpdate": {
      "description": "The configuration changed.",
      "type": "object",
      "properties": {
        "configOptions": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/SessionConfigOption"
          },
          "description": "All options with their values."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "configOptions"
      ]
    },
    "Content": {
      "description": "Content that a tool call shows.",
      "type": "object",
      "properties": {
        "content": {
          "$ref": "#/$defs/ContentBlock",
          "description": "The piece of content."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "content"
      ]
    },
    "ContentBlock": {
      "description": "One piece of what is said or shown.",
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "type": {
              "const": "text"
            }
          },
          "required": [
            "type"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/TextContent"
            }
          ]
        },
        {
          "properties": {
            "type": {
              "const": "image"
            }
          },
          "required": [
            "type"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/ImageContent"
            }
          ]
        },
        {
          "properties": {
            "type": {
              "const": "audio"
            }
          },
          "required": [
            "type"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/AudioContent"
            }
          ]
        },
        {
          "properties": {
            "type": {
              "const": "resource_link"
            }
          },
          "required": [
            "type"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/ResourceLink"
            }
          ]
        },
        {
          "properties": {
            "type": {
              "const": "resource"
            }
          },
          "required": [
            "type"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/EmbeddedResource"
            }
          ]
        }
      ]
    },
    "ContentChunk": {
      "description": "The next piece of a message.",
      "type": "object",
      "properties": {
        "content": {
          "$ref": "#/$defs/ContentBlock",
          "description": "The piece to append."
        },
        "messageId": {
          "anyOf": [
            {
              "$ref": "#/$defs/MessageId"
            },
            {
              "type": "null"
            }
          ],
          "description": "The message it belongs to, where the agent says so."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "content"
      ]
    },
    "Cost": {
      "description": "What the session has cost so far.",
      "type": "object",
      "properties": {
        "amount": {
          "type": "number",
          "description": "How much."
        },
        "currency": {
          "type": "string",
          "description": "In which currency, as an ISO 4217 code."
        }
      },
      "required": [
        "amount",
        "currency"
      ]
    },
    "CreateTerminalRequest": {
      "description": "Asks the client to run a command in a terminal.",
      "type": "object",
      "properties": {
        "sessionId": {
          "$ref": "#/$defs/SessionId",
          "description": "The session."
        },
        "command": {
          "type": "string",
          "description": "The program."
        },
        "args": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Its arguments."
        },
        "env": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/EnvVariable"
          },
          "description": "Environment variables to set."
        },
        "cwd": {
          "type": [
            "string",
            "null"
          ],
          "description": "Where to run it, as an absolute path."
        },
        "outputByteLimit": {
          "type": [
            "integer",
            "null"
          ],
          "minimum": 0,
          "description": "How many bytes of output to keep; the oldest go first."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "sessionId",
        "command"
      ]
    },
    "CreateTerminalResponse": {
      "description": "The command has started.",
      "type": "object",
      "properties": {
        "terminalId": {
          "type": "string",
          "description": "The terminal."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "terminalId"
      ]
    },
    "CurrentModeUpdate": {
      "description": "The mode changed.",
      "type": "object",
      "properties": {
        "currentModeId": {
          "$ref": "#/$defs/SessionModeId",
          "description": "The mode in force from now on."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "currentModeId"
      ]
    },
    "DeleteSessionRequest": {
      "description": "Deletes a session for good.",
      "type": "object",
      "properties": {
        "sessionId": {
          "$ref": "#/$defs/SessionId",
          "description": "The session."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "sessionId"
      ]
    },
    "DeleteSessionResponse": {
      "description": "The session is deleted, or was not there.",
      "type": "object",
      "properties": {
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "Diff": {
      "description": "A change to a file, as the text before and after.",
      "type": "object",
      "properties": {
        "path": {
          "type": "string",
          "description": "The file, as an absolute path."
        },
        "oldText": {
          "type": [
            "string",
            "null"
          ],
          "description": "The text before; none for a new file."
        },
        "newText": {
          "type": "string",
          "description": "The text after."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "path",
        "newText"
      ]
    },
    "EmbeddedResource": {
      "description": "A resource together with its contents.",
      "type": "object",
      "properties": {
        "annotations": {
          "anyOf": [
            {
              "$ref": "#/$defs/Annotations"
            },
            {
              "type": "null"
            }
          ],
          "description": "For whom the content is meant and how much it matters."
        },
        "resource": {
          "$ref": "#/$defs/EmbeddedResourceResource",
          "description": "Address and contents."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "resource"
      ]
    },
    "EmbeddedResourceResource": {
      "description": "The contents of a resource, as text or as bytes.",
      "anyOf": [
        {
          "$ref": "#/$defs/TextResourceContents"
        },
        {
          "$ref": "#/$defs/BlobResourceContents"
        }
      ]
    },
    "EnvVariable": {
      "description": "An environment variable.",
      "type": "object",
      "properties": {
        "name": {
          "type": "string",
          "description": "Its name."
        },
        "value": {
          "type": "string",
          "description": "Its value."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "name",
        "value"
      ]
    },
    "Error": {
      "description": "The answer to a request that failed.",
      "type": "object",
      "properties": {
        "code": {
          "$ref": "#/$defs/ErrorCode",
          "description": "Why it failed, for programs."
        },
        "message": {
          "type": "string",
          "description": "Why it failed, in one short sentence for people."
        },
        "data": {
          "description": "Whatever else helps to understand the failure."
        }
      },
      "required": [
        "code",
        "message"
      ]
    },
    "ErrorCode": {
      "description": "Why a request failed; JSON-RPC reserves some codes, ACP adds two, the rest is free.",
      "anyOf": [
        {
          "const": -32700,
          "description": "The text was not JSON."
        },
        {
          "const": -32600,
          "description": "The JSON was not a request."
        },
        {
          "const": -32601,
          "description": "Nobody handles this method here."
        },
        {
          "const": -32602,
          "description": "The params do not fit the method."
        },
        {
          "const": -32603,
          "description": "The handler failed."
        },
        {
          "const": -32000,
          "description": "Authenticate first."
        },
        {
          "const": -32002,
          "description": "What the request names, such as a session, does not exist."
        },
        {
          "type": "integer",
          "description": "Any other code."
        }
      ]
    },
    "ExtNotification": {
      "description": "Params of a notification that the protocol does not define."
    },
    "ExtRequest": {
      "description": "Params of a request that the protocol does not define."
    },
    "ExtResponse": {
      "description": "Result of a request that the protocol does not define."
    },
    "FileSystemCapabilities": {
      "description": "Which file requests the client answers.",
      "type": "object",
      "properties": {
        "readTextFile": {
          "type": "boolean",
          "description": "Whether `fs/read_text_file` may be called.",
          "default": false
        },
        "writeTextFile": {
          "type": "boolean",
          "description": "Whether `fs/write_text_file` may be called.",
          "default": false
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "HttpHeader": {
      "description": "A header of an HTTP request.",
      "type": "object",
      "properties": {
        "name": {
          "type": "string",
          "description": "Its name."
        },
        "value": {
          "type": "string",
          "description": "Its value."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "name",
        "value"
      ]
    },
    "ImageContent": {
      "description": "A picture, inline.",
      "type": "object",
      "properties": {
        "annotations": {
          "anyOf": [
            {
              "$ref": "#/$defs/Annotations"
            },
            {
              "type": "null"
            }
          ],
          "description": "For whom the content is meant and how much it matters."
        },
        "data": {
          "type": "string",
          "description": "The picture in base64."
        },
        "mimeType": {
          "type": "string",
          "description": "Its media type, such as `image/png`."
        },
        "uri": {
          "type": [
            "string",
            "null"
          ],
          "description": "Where it comes from."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "data",
        "mimeType"
      ]
    },
    "Implementation": {
      "description": "The program on one side.",
      "type": "object",
      "properties": {
        "name": {
          "type": "string",
          "description": "Its name, for programs."
        },
        "title": {
          "type": [
            "string",
            "null"
          ],
          "description": "Its name, for people."
        },
        "version": {
          "type": "string",
          "description": "Its version."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "name",
        "version"
      ]
    },
    "InitializeRequest": {
      "description": "The first request of a connection: the client says who it is and what it can do.",
      "type": "object",
      "properties": {
        "protocolVersion": {
          "$ref": "#/$defs/ProtocolVersion",
          "description": "The newest version the client speaks."
        },
        "clientCapabilities": {
          "$ref": "#/$defs/ClientCapabilities",
          "description": "What the client can do.",
          "default": {
            "fs": {
              "readTextFile": false,
              "writeTextFile": false
            },
            "terminal": false
          }
        },
        "clientInfo": {
          "anyOf": [
            {
              "$ref": "#/$defs/Implementation"
            },
            {
              "type": "null"
            }
          ],
          "description": "Who the client is."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "protocolVersion"
      ]
    },
    "InitializeResponse": {
      "description": "The agent chooses the version and says who it is and what it can do.",
      "type": "object",
      "properties": {
        "protocolVersion": {
          "$ref": "#/$defs/ProtocolVersion",
          "description": "The version that both sides speak from now on."
        },
        "agentCapabilities": {
          "$ref": "#/$defs/AgentCapabilities",
          "description": "What the agent can do.",
          "default": {
            "loadSession": false,
            "promptCapabilities": {
              "image": false,
              "audio": false,
              "embeddedContext": false
            },
            "mcpCapabilities": {
              "http": false,
              "sse": false
            },
            "sessionCapabilities": {},
            "auth": {}
          }
        },
        "authMethods": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AuthMethod"
          },
          "description": "The ways to authenticate.",
          "default": []
        },
        "agentInfo": {
          "anyOf": [
            {
              "$ref": "#/$defs/Implementation"
            },
            {
              "type": "null"
            }
          ],
          "description": "Who the agent is."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "protocolVersion"
      ]
    },
    "KillTerminalRequest": {
      "description": "Ends the command and keeps the terminal.",
      "type": "object",
      "properties": {
        "sessionId": {
          "$ref": "#/$defs/SessionId",
          "description": "The session."
        },
        "terminalId": {
          "type": "string",
          "description": "The terminal."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "sessionId",
        "terminalId"
      ]
    },
    "KillTerminalResponse": {
      "description": "The command is ended.",
      "type": "object",
      "properties": {
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "ListSessionsRequest": {
      "description": "Asks for a page of the sessions that the agent knows.",
      "type": "object",
      "properties": {
        "cwd": {
          "type": [
            "string",
            "null"
          ],
          "description": "Only sessions of this working directory."
        },
        "cursor": {
          "type": [
            "string",
            "null"
          ],
          "description": "Where the page starts, as an earlier answer said; at the beginning if absent."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "ListSessionsResponse": {
      "description": "A page of sessions.",
      "type": "object",
      "properties": {
        "sessions": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/SessionInfo"
          },
          "description": "The sessions of the page."
        },
        "nextCursor": {
          "type": [
            "string",
            "null"
          ],
          "description": "Where the next page starts; there is none if absent."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "sessions"
      ]
    },
    "LoadSessionRequest": {
      "description": "Brings an earlier session back and replays its history.",
      "type": "object",
      "properties": {
        "mcpServers": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/McpServer"
          },
          "description": "The MCP servers to connect to."
        },
        "cwd": {
          "type": "string",
          "description": "The working directory, as an absolute path."
        },
        "additionalDirectories": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Directories besides it that the session may use, as absolute paths."
        },
        "sessionId": {
          "$ref": "#/$defs/SessionId",
          "description": "The session."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "mcpServers",
        "cwd",
        "sessionId"
      ]
    },
    "LoadSessionResponse": {
      "description": "The session is back and its history has been replayed.",
      "type": "object",
      "properties": {
        "modes": {
          "anyOf": [
            {
              "$ref": "#/$defs/SessionModeState"
            },
            {
              "type": "null"
            }
          ],
          "description": "The modes of the session."
        },
        "configOptions": {
          "type": [
            "array",
            "null"
          ],
          "items": {
            "$ref": "#/$defs/SessionConfigOption"
          },
          "description": "What can be set, with its values."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "LogoutCapabilities": {
      "description": "Says that the agent can log out.",
      "type": "object",
      "properties": {
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "LogoutRequest": {
      "description": "Ends the authenticated state; new sessions will need authentication.",
      "type": "object",
      "properties": {
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "LogoutResponse": {
      "description": "The agent has logged out.",
      "type": "object",
      "properties": {
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "McpCapabilities": {
      "description": "Which MCP transports the agent speaks besides stdio.",
      "type": "object",
      "properties": {
        "http": {
          "type": "boolean",
          "description": "Whether HTTP servers are taken.",
          "default": false
        },
        "sse": {
          "type": "boolean",
          "description": "Whether SSE servers are taken.",
          "default": false
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "McpServer": {
      "description": "An MCP server that the agent should connect to.",
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "type": {
              "const": "http"
            }
          },
          "required": [
            "type"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/McpServerHttp"
            }
          ]
        },
        {
          "properties": {
            "type": {
              "const": "sse"
            }
          },
          "required": [
            "type"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/McpServerSse"
            }
          ]
        },
        {
          "$ref": "#/$defs/McpServerStdio"
        }
      ]
    },
    "McpServerHttp": {
      "description": "An MCP server behind HTTP.",
      "type": "object",
      "properties": {
        "name": {
          "type": "string",
          "description": "What to call the server."
        },
        "url": {
          "type": "string",
          "description": "Its address."
        },
        "headers": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/HttpHeader"
          },
          "description": "Headers to send with each request."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "name",
        "url",
        "headers"
      ]
    },
    "McpServerSse": {
      "description": "An MCP server behind server-sent events.",
      "type": "object",
      "properties": {
        "name": {
          "type": "string",
          "description": "What to call the server."
        },
        "url": {
          "type": "string",
          "description": "Its address."
        },
        "headers": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/HttpHeader"
          },
          "description": "Headers to send with each request."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "name",
        "url",
        "headers"
      ]
    },
    "McpServerStdio": {
      "description": "An MCP server that the agent starts as a process.",
      "type": "object",
      "properties": {
        "name": {
          "type": "string",
          "description": "What to call the server."
        },
        "command": {
          "type": "string",
          "description": "The program."
        },
        "args": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Its arguments."
        },
        "env": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/EnvVariable"
          },
          "description": "Environment variables to set."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "name",
        "command",
        "args",
        "env"
      ]
    },
    "MessageId": {
      "description": "Names a message within its session; only the agent makes these.",
      "type": "string"
    },
    "NewSessionRequest": {
      "description": "Starts a session.",
      "type": "object",
      "properties": {
        "cwd": {
          "type": "string",
          "description": "The working directory, as an absolute path."
        },
        "additionalDirectories": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Directories besides it that the session may use, as absolute paths."
        },
        "mcpServers": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/McpServer"
          },
          "description": "The MCP servers to connect to."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "cwd",
        "mcpServers"
      ]
    },
    "NewSessionResponse": {
      "description": "The session has started.",
      "type": "object",
      "properties": {
        "sessionId": {
          "$ref": "#/$defs/SessionId",
          "description": "The new session."
        },
        "modes": {
          "anyOf": [
            {
              "$ref": "#/$defs/SessionModeState"
            },
            {
              "type": "null"
            }
          ],
          "description": "The modes of the session."
        },
        "configOptions": {
          "type": [
            "array",
            "null"
          ],
          "items": {
            "$ref": "#/$defs/SessionConfigOption"
          },
          "description": "What can be set, with its values."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "sessionId"
      ]
    },
    "PermissionOption": {
      "description": "One answer that a person can give to a permission request.",
      "type": "object",
      "properties": {
        "optionId": {
          "$ref": "#/$defs/PermissionOptionId",
          "description": "The option, for the answer."
        },
        "name": {
          "type": "string",
          "description": "The label to show."
        },
        "kind": {
          "$ref": "#/$defs/PermissionOptionKind",
          "description": "What choosing it means."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "optionId",
        "name",
        "kind"
      ]
    },
    "PermissionOptionId": {
      "description": "Names a permission option within its request.",
      "type": "string"
    },
    "PermissionOptionKind": {
      "description": "What choosing a permission option means.",
      "oneOf": [
        {
          "const": "allow_once",
          "description": "Yes, this time."
        },
        {
          "const": "allow_always",
          "description": "Yes, and do not ask again."
        },
        {
          "const": "reject_once",
          "description": "No, not this time."
        },
        {
          "const": "reject_always",
          "description": "No, and do not ask again."
        }
      ]
    },
    "Plan": {
      "description": "The plan of the session; replaces the one before.",
      "type": "object",
      "properties": {
        "entries": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/PlanEntry"
          },
          "description": "All its steps."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "entries"
      ]
    },
    "PlanEntry": {
      "description": "One step of a plan.",
      "type": "object",
      "properties": {
        "content": {
          "type": "string",
          "description": "What is to be done."
        },
        "priority": {
          "$ref": "#/$defs/PlanEntryPriority",
          "description": "How much it matters."
        },
        "status": {
          "$ref": "#/$defs/PlanEntryStatus",
          "description": "How far it has come."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "content",
        "priority",
        "status"
      ]
    },
    "PlanEntryPriority": {
      "description": "How much a step of a plan matters.",
      "oneOf": [
        {
          "const": "high",
          "description": "The goal hangs on it."
        },
        {
          "const": "medium",
          "description": "It matters."
        },
        {
          "const": "low",
          "description": "It would be good to have."
        }
      ]
    },
    "PlanEntryStatus": {
      "description": "How far a step of a plan has come.",
      "oneOf": [
        {
          "const": "pending",
          "description": "Not started."
        },
        {
          "const": "in_progress",
          "description": "Being worked on."
        },
        {
          "const": "completed",
          "description": "Done."
        }
      ]
    },
    "PromptCapabilities": {
      "description": "What a prompt may contain besides text and links.",
      "type": "object",
      "properties": {
        "image": {
          "type": "boolean",
          "description": "Whether pictures are taken.",
          "default": false
        },
        "audio": {
          "type": "boolean",
          "description": "Whether sounds are taken.",
          "default": false
        },
        "embeddedContext": {
          "type": "boolean",
          "description": "Whether embedded resources are taken.",
          "default": false
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "PromptRequest": {
      "description": "Hands the agent what the person said and starts a turn.",
      "type": "object",
      "properties": {
        "sessionId": {
          "$ref": "#/$defs/SessionId",
          "description": "The session."
        },
        "prompt": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ContentBlock"
          },
          "description": "What the person said."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "sessionId",
        "prompt"
      ]
    },
    "PromptResponse": {
      "description": "The turn has ended.",
      "type": "object",
      "properties": {
        "stopReason": {
          "$ref": "#/$defs/StopReason",
          "description": "Why it ended."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "stopReason"
      ]
    },
    "ProtocolVersion": {
      "description": "A version of the protocol; each breaking change counts one up.",
      "type": "integer",
      "minimum": 0,
      "maximum": 65535
    },
    "ReadTextFileRequest": {
      "description": "Asks the client for the text of a file, unsaved changes included.",
      "type": "object",
      "properties": {
        "sessionId": {
          "$ref": "#/$defs/SessionId",
          "description": "The session."
        },
        "path": {
          "type": "string",
          "description": "The file, as an absolute path."
        },
        "line": {
          "type": [
            "integer",
            "null"
          ],
          "minimum": 0,
          "description": "The first line to read, counted from 1."
        },
        "limit": {
          "type": [
            "integer",
            "null"
          ],
          "minimum": 0,
          "description": "How many lines to read at most."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "sessionId",
        "path"
      ]
    },
    "ReadTextFileResponse": {
      "description": "The text of the file.",
      "type": "object",
      "properties": {
        "content": {
          "type": "string",
          "description": "The text."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "content"
      ]
    },
    "ReleaseTerminalRequest": {
      "description": "Ends the command and frees the terminal.",
      "type": "object",
      "properties": {
        "sessionId": {
          "$ref": "#/$defs/SessionId",
          "description": "The session."
        },
        "terminalId": {
          "type": "string",
          "description": "The terminal."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "sessionId",
        "terminalId"
      ]
    },
    "ReleaseTerminalResponse": {
      "description": "The terminal is freed.",
      "type": "object",
      "properties": {
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "RequestId": {
      "description": "What ties a response to its request; unique among the requests a side has open.",
      "type": [
        "null",
        "integer",
        "string"
      ]
    },
    "RequestPermissionOutcome": {
      "description": "What came of a permission request; anything unknown is no approval.",
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "outcome": {
              "const": "cancelled"
            }
          },
          "required": [
            "outcome"
          ]
        },
        {
          "properties": {
            "outcome": {
              "const": "selected"
            }
          },
          "required": [
            "outcome"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/SelectedPermissionOutcome"
            }
          ]
        }
      ]
    },
    "RequestPermissionRequest": {
      "description": "Asks the person whether a tool call may go on.",
      "type": "object",
      "properties": {
        "sessionId": {
          "$ref": "#/$defs/SessionId",
          "description": "The session."
        },
        "toolCall": {
          "$ref": "#/$defs/ToolCallUpdate",
          "description": "The tool call in question."
        },
        "options": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/PermissionOption"
          },
          "description": "The answers to choose from."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "sessionId",
        "toolCall",
        "options"
      ]
    },
    "RequestPermissionResponse": {
      "description": "The answer to a permission request.",
      "type": "object",
      "properties": {
        "outcome": {
          "$ref": "#/$defs/RequestPermissionOutcome",
          "description": "What the person decided."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "outcome"
      ]
    },
    "ResourceLink": {
      "description": "A resource by its address, without its contents.",
      "type": "object",
      "properties": {
        "annotations": {
          "anyOf": [
            {
              "$ref": "#/$defs/Annotations"
            },
            {
              "type": "null"
            }
          ],
          "description": "For whom the content is meant and how much it matters."
        },
        "description": {
          "type": [
            "string",
            "null"
          ],
          "description": "What it holds."
        },
        "mimeType": {
          "type": [
            "string",
            "null"
          ],
          "description": "Its media type, where known."
        },
        "name": {
          "type": "string",
          "description": "A short name to show."
        },
        "size": {
          "type": [
            "integer",
            "null"
          ],
          "description": "Its size in bytes, where known."
        },
        "title": {
          "type": [
            "string",
            "null"
          ],
          "description": "A longer title to show."
        },
        "uri": {
          "type": "string",
          "description": "Its address."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "name",
        "uri"
      ]
    },
    "ResumeSessionRequest": {
      "description": "Brings an earlier session back without replaying its history.",
      "type": "object",
      "properties": {
        "sessionId": {
          "$ref": "#/$defs/SessionId",
          "description": "The session."
        },
        "cwd": {
          "type": "string",
          "description": "The working directory, as an absolute path."
        },
        "additionalDirectories": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Directories besides it that the session may use, as absolute paths."
        },
        "mcpServers": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/McpServer"
          },
          "description": "The MCP servers to connect to."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "sessionId",
        "cwd"
      ]
    },
    "ResumeSessionResponse": {
      "description": "The session is back.",
      "type": "object",
      "properties": {
        "modes": {
          "anyOf": [
            {
              "$ref": "#/$defs/SessionModeState"
            },
            {
              "type": "null"
            }
          ],
          "description": "The modes of the session."
        },
        "configOptions": {
          "type": [
            "array",
            "null"
          ],
          "items": {
            "$ref": "#/$defs/SessionConfigOption"
          },
          "description": "What can be set, with its values."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "Role": {
      "description": "Who takes part in the conversation.",
      "oneOf": [
        {
          "const": "assistant",
          "description": "The agent."
        },
        {
          "const": "user",
          "description": "The person."
        }
      ]
    },
    "SelectedPermissionOutcome": {
      "description": "The person chose an option.",
      "type": "object",
      "properties": {
        "optionId": {
          "$ref": "#/$defs/PermissionOptionId",
          "description": "The chosen option."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "optionId"
      ]
    },
    "SessionAdditionalDirectoriesCapabilities": {
      "description": "Says that sessions may get directories besides their own.",
      "type": "object",
      "properties": {
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "SessionCapabilities": {
      "description": "Which session requests the agent answers besides the ones every agent must.",
      "type": "object",
      "properties": {
        "list": {
          "anyOf": [
            {
              "$ref": "#/$defs/SessionListCapabilities"
            },
            {
              "type": "null"
            }
          ],
          "description": "Present if sessions can be listed."
        },
        "delete": {
          "anyOf": [
            {
              "$ref": "#/$defs/SessionDeleteCapabilities"
            },
            {
              "type": "null"
            }
          ],
          "description": "Present if sessions can be deleted."
        },
        "additionalDirectories": {
          "anyOf": [
            {
              "$ref": "#/$defs/SessionAdditionalDirectoriesCapabilities"
            },
            {
              "type": "null"
            }
          ],
          "description": "Present if more directories can be given."
        },
        "resume": {
          "anyOf": [
            {
              "$ref": "#/$defs/SessionResumeCapabilities"
            },
            {
              "type": "null"
            }
          ],
          "description": "Present if sessions can be resumed."
        },
        "close": {
          "anyOf": [
            {
              "$ref": "#/$defs/SessionCloseCapabilities"
            },
            {
              "type": "null"
            }
          ],
          "description": "Present if sessions can be closed."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "SessionCloseCapabilities": {
      "description": "Says that `session/close` may be called.",
      "type": "object",
      "properties": {
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "SessionConfigGroupId": {
      "description": "Names a group of values of a configuration option.",
      "type": "string"
    },
    "SessionConfigId": {
      "description": "Names a configuration option within its session.",
      "type": "string"
    },
    "SessionConfigOption": {
      "description": "Something of the session that the person can set.",
      "type": "object",
      "properties": {
        "id": {
          "$ref": "#/$defs/SessionConfigId",
          "description": "The option."
        },
        "name": {
          "type": "string",
          "description": "The label to show."
        },
        "description": {
          "type": [
            "string",
            "null"
          ],
          "description": "What the option does."
        },
        "category": {
          "anyOf": [
            {
              "$ref": "#/$defs/SessionConfigOptionCategory"
            },
            {
              "type": "null"
            }
          ],
          "description": "What it is about."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "id",
        "name"
      ],
      "anyOf": [
        {
          "properties": {
            "type": {
              "const": "select"
            }
          },
          "required": [
            "type"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/SessionConfigSelect"
            }
          ]
        }
      ]
    },
    "SessionConfigOptionCategory": {
      "description": "What an option is about, for placing it on the screen only.",
      "anyOf": [
        {
          "const": "mode",
          "description": "How the agent behaves."
        },
        {
          "const": "model",
          "description": "Which model it uses."
        },
        {
          "const": "model_config",
          "description": "A setting of the model."
        },
        {
          "const": "thought_level",
          "description": "How much it reasons."
        },
        {
          "type": "string",
          "description": "Any other value."
        }
      ]
    },
    "SessionConfigSelect": {
      "description": "An option with one value out of several.",
      "type": "object",
      "properties": {
        "currentValue": {
          "$ref": "#/$defs/SessionConfigValueId",
          "description": "The value in force."
        },
        "options": {
          "$ref": "#/$defs/SessionConfigSelectOptions",
          "description": "The values to choose from."
        }
      },
      "required": [
        "currentValue",
        "options"
      ]
    },
    "SessionConfigSelectGroup": {
      "description": "Values to choose from, under a heading.",
      "type": "object",
      "properties": {
        "group": {
          "$ref": "#/$defs/SessionConfigGroupId",
          "description": "The group."
        },
        "name": {
          "type": "string",
          "description": "The heading to show."
        },
        "options": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/SessionConfigSelectOption"
          },
          "description": "The values of the group."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "group",
        "name",
        "options"
      ]
    },
    "SessionConfigSelectOption": {
      "description": "One value to choose.",
      "type": "object",
      "properties": {
        "value": {
          "$ref": "#/$defs/SessionConfigValueId",
          "description": "The value, for the request that sets it."
        },
        "name": {
          "type": "string",
          "description": "The label to show."
        },
        "description": {
          "type": [
            "string",
            "null"
          ],
          "description": "What choosing it does."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "value",
        "name"
      ]
    },
    "SessionConfigSelectOptions": {
      "description": "All values to choose from, plain or in groups.",
      "anyOf": [
        {
          "type": "array",
          "items": {
            "$ref": "#/$defs/SessionConfigSelectOption"
          }
        },
        {
          "type": "array",
          "items": {
            "$ref": "#/$defs/SessionConfigSelectGroup"
          }
        }
      ]
    },
    "SessionConfigValueId": {
      "description": "Names a value of a configuration option.",
      "type": "string"
    },
    "SessionDeleteCapabilities": {
      "description": "Says that `session/delete` may be called.",
      "type": "object",
      "properties": {
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "SessionId": {
      "description": "Names a session of an agent.",
      "type": "string"
    },
    "SessionInfo": {
      "description": "What a list says of a session.",
      "type": "object",
      "properties": {
        "sessionId": {
          "$ref": "#/$defs/SessionId",
          "description": "The session."
        },
        "cwd": {
          "type": "string",
          "description": "The working directory, as an absolute path."
        },
        "additionalDirectories": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Directories besides it that the session may use, as absolute paths."
        },
        "title": {
          "type": [
            "string",
            "null"
          ],
          "description": "Its title, for people."
        },
        "updatedAt": {
          "type": [
            "string",
            "null"
          ],
          "description": "When something last happened in it, as an ISO 8601 time."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "sessionId",
        "cwd"
      ]
    },
    "SessionInfoUpdate": {
      "description": "Patches what is known of the session: omitted leaves, null clears, a value replaces.",
      "type": "object",
      "properties": {
        "title": {
          "type": [
            "string",
            "null"
          ],
          "description": "Its title, for people."
        },
        "updatedAt": {
          "type": [
            "string",
            "null"
          ],
          "description": "When something last happened in it, as an ISO 8601 time."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "SessionListCapabilities": {
      "description": "Says that `session/list` may be called.",
      "type": "object",
      "properties": {
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "SessionMode": {
      "description": "A way for the agent to behave.",
      "type": "object",
      "properties": {
        "id": {
          "$ref": "#/$defs/SessionModeId",
          "description": "The mode."
        },
        "name": {
          "type": "string",
          "description": "The label to show."
        },
        "description": {
          "type": [
            "string",
            "null"
          ],
          "description": "What the agent does in it."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "id",
        "name"
      ]
    },
    "SessionModeId": {
      "description": "Names a mode of a session.",
      "type": "string"
    },
    "SessionModeState": {
      "description": "The modes of a session and the one in force.",
      "type": "object",
      "properties": {
        "currentModeId": {
          "$ref": "#/$defs/SessionModeId",
          "description": "The mode in force."
        },
        "availableModes": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/SessionMode"
          },
          "description": "All modes."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "currentModeId",
        "availableModes"
      ]
    },
    "SessionNotification": {
      "description": "Something happened in a session.",
      "type": "object",
      "properties": {
        "sessionId": {
          "$ref": "#/$defs/SessionId",
          "description": "The session."
        },
        "update": {
          "$ref": "#/$defs/SessionUpdate",
          "description": "What happened."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "sessionId",
        "update"
      ]
    },
    "SessionResumeCapabilities": {
      "description": "Says that `session/resume` may be called.",
      "type": "object",
      "properties": {
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "SessionUpdate": {
      "description": "Something that the agent says, does or reports.",
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "sessionUpdate": {
              "const": "user_message_chunk"
            }
          },
          "required": [
            "sessionUpdate"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/ContentChunk"
            }
          ]
        },
        {
          "properties": {
            "sessionUpdate": {
              "const": "agent_message_chunk"
            }
          },
          "required": [
            "sessionUpdate"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/ContentChunk"
            }
          ]
        },
        {
          "properties": {
            "sessionUpdate": {
              "const": "agent_thought_chunk"
            }
          },
          "required": [
            "sessionUpdate"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/ContentChunk"
            }
          ]
        },
        {
          "properties": {
            "sessionUpdate": {
              "const": "tool_call"
            }
          },
          "required": [
            "sessionUpdate"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/ToolCall"
            }
          ]
        },
        {
          "properties": {
            "sessionUpdate": {
              "const": "tool_call_update"
            }
          },
          "required": [
            "sessionUpdate"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/ToolCallUpdate"
            }
          ]
        },
        {
          "properties": {
            "sessionUpdate": {
              "const": "plan"
            }
          },
          "required": [
            "sessionUpdate"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/Plan"
            }
          ]
        },
        {
          "properties": {
            "sessionUpdate": {
              "const": "available_commands_update"
            }
          },
          "required": [
            "sessionUpdate"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/AvailableCommandsUpdate"
            }
          ]
        },
        {
          "properties": {
            "sessionUpdate": {
              "const": "current_mode_update"
            }
          },
          "required": [
            "sessionUpdate"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/CurrentModeUpdate"
            }
          ]
        },
        {
          "properties": {
            "sessionUpdate": {
              "const": "config_option_update"
            }
          },
          "required": [
            "sessionUpdate"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/ConfigOptionUpdate"
            }
          ]
        },
        {
          "properties": {
            "sessionUpdate": {
              "const": "session_info_update"
            }
          },
          "required": [
            "sessionUpdate"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/SessionInfoUpdate"
            }
          ]
        },
        {
          "properties": {
            "sessionUpdate": {
              "const": "usage_update"
            }
          },
          "required": [
            "sessionUpdate"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/UsageUpdate"
            }
          ]
        }
      ]
    },
    "SetSessionConfigOptionRequest": {
      "description": "Sets a configuration option.",
      "type": "object",
      "properties": {
        "sessionId": {
          "$ref": "#/$defs/SessionId",
          "description": "The session."
        },
        "configId": {
          "$ref": "#/$defs/SessionConfigId",
          "description": "The option."
        },
        "value": {
          "$ref": "#/$defs/SessionConfigValueId",
          "description": "Its new value."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "sessionId",
        "configId",
        "value"
      ]
    },
    "SetSessionConfigOptionResponse": {
      "description": "The configuration after an option was set.",
      "type": "object",
      "properties": {
        "configOptions": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/SessionConfigOption"
          },
          "description": "All options with their values; one may have changed others."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "configOptions"
      ]
    },
    "SetSessionModeRequest": {
      "description": "Changes the mode of a session.",
      "type": "object",
      "properties": {
        "sessionId": {
          "$ref": "#/$defs/SessionId",
          "description": "The session."
        },
        "modeId": {
          "$ref": "#/$defs/SessionModeId",
          "description": "The mode to change to."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "sessionId",
        "modeId"
      ]
    },
    "SetSessionModeResponse": {
      "description": "The mode has changed.",
      "type": "object",
      "properties": {
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "StopReason": {
      "description": "Why a turn ended.",
      "oneOf": [
        {
          "const": "end_turn",
          "description": "The agent has said all it had to say."
        },
        {
          "const": "max_tokens",
          "description": "The model reached its limit of tokens."
        },
        {
          "const": "max_turn_requests",
          "description": "The turn reached its limit of model requests."
        },
        {
          "const": "refusal",
          "description": "The agent refuses; the prompt and what followed it leave the context."
        },
        {
          "const": "cancelled",
          "description": "The client cancelled the turn."
        }
      ]
    },
    "Terminal": {
      "description": "A terminal of the client, shown inside a tool call.",
      "type": "object",
      "properties": {
        "terminalId": {
          "type": "string",
          "description": "The terminal, as `terminal/create` named it."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "terminalId"
      ]
    },
    "TerminalExitStatus": {
      "description": "How a command ended.",
      "type": "object",
      "properties": {
        "exitCode": {
          "type": [
            "integer",
            "null"
          ],
          "minimum": 0,
          "description": "The exit code; none if a signal ended it."
        },
        "signal": {
          "type": [
            "string",
            "null"
          ],
          "description": "The signal that ended it."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "TerminalOutputRequest": {
      "description": "Asks for the output so far.",
      "type": "object",
      "properties": {
        "sessionId": {
          "$ref": "#/$defs/SessionId",
          "description": "The session."
        },
        "terminalId": {
          "type": "string",
          "description": "The terminal."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "sessionId",
        "terminalId"
      ]
    },
    "TerminalOutputResponse": {
      "description": "The output so far.",
      "type": "object",
      "properties": {
        "output": {
          "type": "string",
          "description": "The output that was kept."
        },
        "truncated": {
          "type": "boolean",
          "description": "Whether older output was dropped."
        },
        "exitStatus": {
          "anyOf": [
            {
              "$ref": "#/$defs/TerminalExitStatus"
            },
            {
              "type": "null"
            }
          ],
          "description": "How the command ended, if it has."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "output",
        "truncated"
      ]
    },
    "TextContent": {
      "description": "Text, usually Markdown.",
      "type": "object",
      "properties": {
        "annotations": {
          "anyOf": [
            {
              "$ref": "#/$defs/Annotations"
            },
            {
              "type": "null"
            }
          ],
          "description": "For whom the content is meant and how much it matters."
        },
        "text": {
          "type": "string",
          "description": "The text."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "text"
      ]
    },
    "TextResourceContents": {
      "description": "The text of a resource.",
      "type": "object",
      "properties": {
        "mimeType": {
          "type": [
            "string",
            "null"
          ],
          "description": "Its media type, where known."
        },
        "text": {
          "type": "string",
          "description": "The text."
        },
        "uri": {
          "type": "string",
          "description": "The address of the resource."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "text",
        "uri"
      ]
    },
    "ToolCall": {
      "description": "Announces a tool call.",
      "type": "object",
      "properties": {
        "toolCallId": {
          "$ref": "#/$defs/ToolCallId",
          "description": "The tool call."
        },
        "title": {
          "type": "string",
          "description": "What the tool does, for people."
        },
        "kind": {
          "$ref": "#/$defs/ToolKind",
          "description": "What sort of tool it is."
        },
        "status": {
          "$ref": "#/$defs/ToolCallStatus",
          "description": "How far it has come."
        },
        "content": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ToolCallContent"
          },
          "description": "What it shows."
        },
        "locations": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ToolCallLocation"
          },
          "description": "The places it looks at or changes."
        },
        "rawInput": {
          "description": "The input as the tool got it."
        },
        "rawOutput": {
          "description": "The output as the tool gave it."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "toolCallId",
        "title"
      ]
    },
    "ToolCallContent": {
      "description": "One piece of what a tool call shows.",
      "type": "object",
      "anyOf": [
        {
          "properties": {
            "type": {
              "const": "content"
            }
          },
          "required": [
            "type"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/Content"
            }
          ]
        },
        {
          "properties": {
            "type": {
              "const": "diff"
            }
          },
          "required": [
            "type"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/Diff"
            }
          ]
        },
        {
          "properties": {
            "type": {
              "const": "terminal"
            }
          },
          "required": [
            "type"
          ],
          "allOf": [
            {
              "$ref": "#/$defs/Terminal"
            }
          ]
        }
      ]
    },
    "ToolCallId": {
      "description": "Names a tool call within its session.",
      "type": "string"
    },
    "ToolCallLocation": {
      "description": "A place that a tool call looks at or changes.",
      "type": "object",
      "properties": {
        "path": {
          "type": "string",
          "description": "The file, as an absolute path."
        },
        "line": {
          "type": [
            "integer",
            "null"
          ],
          "minimum": 0,
          "description": "The line, counted from 1."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "path"
      ]
    },
    "ToolCallStatus": {
      "description": "How far a tool call has come.",
      "oneOf": [
        {
          "const": "pending",
          "description": "Not started: its input is not complete, or it waits for permission."
        },
        {
          "const": "in_progress",
          "description": "Running."
        },
        {
          "const": "completed",
          "description": "Done."
        },
        {
          "const": "failed",
          "description": "Ended with an error."
        }
      ]
    },
    "ToolCallUpdate": {
      "description": "Changes a tool call that was announced before; omitted and null both leave a field as it is.",
      "type": "object",
      "properties": {
        "toolCallId": {
          "$ref": "#/$defs/ToolCallId",
          "description": "The tool call."
        },
        "kind": {
          "anyOf": [
            {
              "$ref": "#/$defs/ToolKind"
            },
            {
              "type": "null"
            }
          ],
          "description": "What sort of tool it is."
        },
        "status": {
          "anyOf": [
            {
              "$ref": "#/$defs/ToolCallStatus"
            },
            {
              "type": "null"
            }
          ],
          "description": "How far it has come."
        },
        "title": {
          "type": [
            "string",
            "null"
          ],
          "description": "What the tool does, for people."
        },
        "content": {
          "type": [
            "array",
            "null"
          ],
          "items": {
            "$ref": "#/$defs/ToolCallContent"
          },
          "description": "What it shows; replaces all that was shown."
        },
        "locations": {
          "type": [
            "array",
            "null"
          ],
          "items": {
            "$ref": "#/$defs/ToolCallLocation"
          },
          "description": "The places it looks at or changes; replaces all earlier ones."
        },
        "rawInput": {
          "description": "The input as the tool got it."
        },
        "rawOutput": {
          "description": "The output as the tool gave it."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "toolCallId"
      ]
    },
    "ToolKind": {
      "description": "What sort of thing a tool does, so that a client can pick an icon.",
      "oneOf": [
        {
          "const": "read",
          "description": "Reads files or data."
        },
        {
          "const": "edit",
          "description": "Changes files or data."
        },
        {
          "const": "delete",
          "description": "Removes files or data."
        },
        {
          "const": "move",
          "description": "Moves or renames files."
        },
        {
          "const": "search",
          "description": "Looks for something."
        },
        {
          "const": "execute",
          "description": "Runs a command or code."
        },
        {
          "const": "think",
          "description": "Reasons or plans."
        },
        {
          "const": "fetch",
          "description": "Gets something from outside."
        },
        {
          "const": "switch_mode",
          "description": "Changes the mode of the session."
        },
        {
          "const": "other",
          "description": "Anything else; what an absent kind stands for."
        }
      ]
    },
    "UnstructuredCommandInput": {
      "description": "Whatever the person types behind the command name.",
      "type": "object",
      "properties": {
        "hint": {
          "type": "string",
          "description": "What to show while nothing is typed."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "hint"
      ]
    },
    "UsageUpdate": {
      "description": "How full the context is, and what it has cost.",
      "type": "object",
      "properties": {
        "used": {
          "type": "integer",
          "minimum": 0,
          "description": "Tokens in the context now."
        },
        "size": {
          "type": "integer",
          "minimum": 0,
          "description": "Tokens that the context can hold."
        },
        "cost": {
          "anyOf": [
            {
              "$ref": "#/$defs/Cost"
            },
            {
              "type": "null"
            }
          ],
          "description": "The cost so far."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "used",
        "size"
      ]
    },
    "WaitForTerminalExitRequest": {
      "description": "Waits until the command has ended.",
      "type": "object",
      "properties": {
        "sessionId": {
          "$ref": "#/$defs/SessionId",
          "description": "The session."
        },
        "terminalId": {
          "type": "string",
          "description": "The terminal."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "sessionId",
        "terminalId"
      ]
    },
    "WaitForTerminalExitResponse": {
      "description": "The command has ended.",
      "type": "object",
      "properties": {
        "exitCode": {
          "type": [
            "integer",
            "null"
          ],
          "minimum": 0,
          "description": "The exit code; none if a signal ended it."
        },
        "signal": {
          "type": [
            "string",
            "null"
          ],
          "description": "The signal that ended it."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    },
    "WriteTextFileRequest": {
      "description": "Asks the client to write a file.",
      "type": "object",
      "properties": {
        "sessionId": {
          "$ref": "#/$defs/SessionId",
          "description": "The session."
        },
        "path": {
          "type": "string",
          "description": "The file, as an absolute path."
        },
        "content": {
          "type": "string",
          "description": "The whole new text."
        },
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      },
      "required": [
        "sessionId",
        "path",
        "content"
      ]
    },
    "WriteTextFileResponse": {
      "description": "The file is written.",
      "type": "object",
      "properties": {
        "_meta": {
          "type": [
            "object",
            "null"
          ],
          "description": "What else the sender attached."
        }
      }
    }
  }
};
