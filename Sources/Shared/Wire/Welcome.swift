internal import SwiftProtobuf

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The answer to an accepted Hello.
public struct Welcome: Hashable, Sendable {
    public var version: UInt32
    public var serverVersion: String
    public var serverTime: MarketTime
    public var userName: String
    /// The token after a login with a password, and sometimes a new one that replaces the token in the Hello. The
    /// client must store it, because it is shown only once.
    public var token: [UInt8]?
    public var epoch: MarketEpoch
    /// The highest settled mutation number of this client id.
    public var lastMutation: UInt64
    /// For an unknown client id: the latest time at which a client that the server has forgotten was connected; nil if
    /// none was forgotten. If this client was welcomed later, it was not forgotten: the database has lost its changes.
    public var forgotten: MarketTime?
    public var limits: SessionLimits
    /// The position of the user's table on the server.
    public var user: UserPosition
    public var offers: ServerOffers

    public init(
        version: UInt32,
        serverVersion: String,
        serverTime: MarketTime,
        userName: String,
        token: [UInt8]? = nil,
        epoch: MarketEpoch,
        lastMutation: UInt64,
        forgotten: MarketTime? = nil,
        limits: SessionLimits,
        user: UserPosition,
        offers: ServerOffers = ServerOffers()
    ) {
        self.forgotten = forgotten
        self.user = user
        self.offers = offers
        self.version = version
        self.serverVersion = serverVersion
        self.serverTime = serverTime
        self.userName = userName
        self.token = token
        self.epoch = epoch
        self.lastMutation = lastMutation
        self.limits = limits
    }
}

// MARK: The wire
extension Welcome {
    init(wire: WireWelcome) {
        self.init(
            version: wire.protocol,
            serverVersion: wire.serverVersion.visible,
            serverTime: MarketTime(wire: wire.serverTimeMs),
            userName: wire.userName.visible,
            token: wire.token.isEmpty ? nil : Array(wire.token),
            epoch: MarketEpoch(rawValue: wire.epoch),
            lastMutation: wire.lastMutation,
            forgotten: wire.forgottenMs == 0 ? nil : MarketTime(wire: wire.forgottenMs),
            limits: SessionLimits(wire: wire.limits),
            user: UserPosition(wire: wire.user),
            offers: ServerOffers(wire: wire.offers)
        )
    }

    var wire: WireWelcome {
        .with { wire in
            writeSession(to: &wire)
            wire.limits = limits.wire
            writeUser(to: &wire)
            wire.offers = offers.wire
        }
    }

    /// The fields before `limits`.
    func writeSession(to wire: inout WireWelcome) {
        wire.protocol = version
        wire.serverVersion = serverVersion
        wire.serverTimeMs = serverTime.wire
        wire.userName = userName
        wire.token = .init(token ?? [])
        wire.epoch = epoch.rawValue
        wire.lastMutation = lastMutation
    }

    /// The fields between `limits` and `offers`.
    func writeUser(to wire: inout WireWelcome) {
        wire.user = user.wire
        wire.forgottenMs = forgotten?.wire ?? 0
    }
}

extension ServerOffers {
    fileprivate init(wire: WireOffers) {
        self.init(
            klineSources: wire.klineSources.map { KlineSource(name: $0.name.visible, title: $0.title.visible) },
            currencies: wire.currencies.map(Currency.init(wire:)),
            isMock: wire.mockMarket
        )
    }

    var wire: WireOffers {
        .with { wire in
            wire.klineSources = klineSources.map { source in
                .with { ($0.name, $0.title) = (source.name, source.title) }
            }
            wire.currencies = currencies.map(\.wire)
            wire.mockMarket = isMock
        }
    }
}
