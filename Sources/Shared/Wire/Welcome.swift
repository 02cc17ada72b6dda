internal import SwiftProtobuf

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The answer to a hello that was accepted.
public struct Welcome: Hashable, Sendable {
    public var version: UInt32
    public var serverVersion: String
    public var serverTime: MarketTime
    public var userName: String
    /// After a login with name and password, and now and then in place of the token that was used: to be kept, it is not
    /// shown again.
    public var token: [UInt8]?
    public var epoch: MarketEpoch
    /// The highest mutation number that is settled for this client id.
    public var lastMutation: UInt64
    /// Where the client id is not known: of the clients that the server has forgotten, when the one that was here last was
    /// here; nil: none was forgotten. A client that was welcomed later was not forgotten: the database has lost its changes.
    public var forgotten: MarketTime?
    public var limits: SessionLimits
    /// Where the user's table stands on the server.
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
            wire.protocol = version
            wire.serverVersion = serverVersion
            wire.serverTimeMs = serverTime.wire
            wire.userName = userName
            wire.token = .init(token ?? [])
            wire.epoch = epoch.rawValue
            wire.lastMutation = lastMutation
            wire.forgottenMs = forgotten?.wire ?? 0
            wire.limits = limits.wire
            wire.user = user.wire
            wire.offers = offers.wire
        }
    }
}

extension ServerOffers {
    fileprivate init(wire: WireOffers) {
        self.init(
            klineSources: wire.klineSources.map { KlineSource(name: $0.name.visible, title: $0.title.visible) },
            currencies: wire.currencies.map(Currency.init(wire:))
        )
    }

    fileprivate var wire: WireOffers {
        .with { wire in
            wire.klineSources = klineSources.map { source in
                .with { ($0.name, $0.title) = (source.name, source.title) }
            }
            wire.currencies = currencies.map(\.wire)
        }
    }
}
