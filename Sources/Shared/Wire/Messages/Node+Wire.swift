internal import SwiftProtobuf

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension NewEpoch {
    init(wire: WireNewEpoch) {
        self.init(epoch: MarketEpoch(rawValue: wire.epoch), parent: MarketPosition(wire: wire.parent))
    }

    var wire: WireNewEpoch { .with { ($0.epoch, $0.parent) = (epoch.rawValue, parent.wire) } }
}

extension Beat {
    init(wire: WireBeat) throws(FrameError) {
        var path: [NodeID] = []
        for bytes in wire.path {
            guard let node = NodeID(bytes: bytes) else {
                throw .malformed("a beat names a node by \(bytes.count) bytes; it must have 16")
            }
            path.append(node)
        }
        self.init(term: wire.term, path: path, isLast: wire.isLast)
    }

    var wire: WireBeat {
        .with { ($0.term, $0.path, $0.isLast) = (term, path.map { .init($0.bytes) }, isLast) }
    }
}

extension UserHint {
    init(wire: WireHint) { self.init(user: Int64(bitPattern: wire.user), version: wire.version) }

    var wire: WireHint { .with { ($0.user, $0.version) = (UInt64(bitPattern: user), version) } }
}

extension FollowedUsers {
    init(wire: WireFollowedUsers) {
        self.init(
            added: wire.added.map { Int64(bitPattern: $0) },
            removed: wire.removed.map { Int64(bitPattern: $0) }
        )
    }

    var wire: WireFollowedUsers {
        .with { wire in
            wire.added = added.map { UInt64(bitPattern: $0) }
            wire.removed = removed.map { UInt64(bitPattern: $0) }
        }
    }
}
