import NIOCore
import TestSupport
import Testing

@testable import Shared

/// A server encodes the common part of all Welcomes once, with the same bytes.
struct WelcomeTermsTests {
    /// An older server does not have the field, and its Welcome reads as one of a real market.
    @Test func aWelcomeSaysWhetherTheMarketIsMadeUp() throws {
        for offers in [ServerOffers.test, .mock] {
            var welcome = Welcome.sample(limits: SessionLimits())
            welcome.offers = offers
            #expect(welcome.wire.offers.mockMarket == offers.isMock)
            #expect(Welcome(wire: welcome.wire) == welcome)
        }
    }

    @Test func aWelcomeWithEncodedTermsHasTheBytesOfTheFrame() {
        var limits = SessionLimits()
        limits.records.deliveryOrigins = ["https://ntfy.sh"]
        for offers in [ServerOffers(), .test, .mock] {
            for token in [nil, [UInt8](repeating: 0xAA, count: 32)] {
                for forgotten in [nil, MarketTime(milliseconds: 7)] {
                    let welcome = Welcome(
                        version: 1,
                        serverVersion: "0.1.0",
                        serverTime: MarketTime(milliseconds: 1000),
                        userName: token == nil ? "ada" : String(repeating: "a", count: 64),
                        token: token,
                        epoch: MarketEpoch(rawValue: 1),
                        lastMutation: 2,
                        forgotten: forgotten,
                        limits: limits,
                        user: UserPosition(store: 3, version: 2),
                        offers: offers
                    )
                    var (whole, joined) = (ByteBuffer(), ByteBuffer())
                    ServerFrame.welcome(welcome).write(into: &whole)
                    welcome.write(into: &joined, WelcomeTerms(limits: limits, offers: offers))
                    #expect(joined == whole)
                }
            }
        }
    }
}
