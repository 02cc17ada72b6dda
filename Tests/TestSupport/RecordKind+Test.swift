// `@testable` works only in debug builds, which tests use; a release build has this target, too.
#if DEBUG
    @testable package import Shared

    extension RecordKind {
        /// A kind that no program has yet: a note on an item of a list.
        package static let note = RecordKind(
            76,
            "note",
            plural: "notes",
            recordsMax: 50,
            bytesMax: 300,
            key: WireListItemKey.self,
            value: WireListItem.self,
            fields: [1],
            ownerKind: RecordKind.listItem.number,
            owner: { key in RecordKey(kind: RecordKind.listItem.number, bytes: key.bytes) }
        )
    }
#endif
