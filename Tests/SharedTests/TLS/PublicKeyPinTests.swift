import Testing

@testable import Shared

struct PublicKeyPinTests {
    private static let text = "sha256/X85sbSbTiXqLautOMyX8DbMNjoazcX5t6K+FBvPu2pA="

    /// The expected pin was made by `openssl x509 -pubkey | openssl pkey -pubin -outform der | openssl dgst -sha256`.
    @Test func thePinIsOfTheSubjectPublicKeyInfo() throws {
        let chain = try TLSCertificates(pem: Array(Self.certificate.utf8), path: "certificate.pem")
        let pin = withExtendedLifetime(chain) { PublicKeyPin(certificate: chain.leaf) }
        #expect(pin.description == Self.text)
    }

    @Test func aPinIsReadAsItIsWritten() throws {
        let pin = try #require(PublicKeyPin(Self.text))
        #expect(pin.description == Self.text)
        #expect(pin == PublicKeyPin(Self.text))
    }

    @Test(arguments: [
        "", "sha256/", "X85sbSbTiXqLautOMyX8DbMNjoazcX5t6K+FBvPu2pA=",
        "sha1/X85sbSbTiXqLautOMyX8DbMNjoazcX5t6K+FBvPu2pA=",
        "sha256/X85sbSbTiXqLautOMyX8DbMNjoazcX5t6K+FBvPu2pA",
        "sha256/X85sbSbTiXqLautOMyX8DbMNjoazcX5t6K+FBvPu2pB=",
        "sha256/X85sbSbTiXqLautOMyX8DbMNjoazcX5t6K+FBvPu2p==",
        " sha256/X85sbSbTiXqLautOMyX8DbMNjoazcX5t6K+FBvPu2pA=",
        "sha256/X85sbSbTiXqLautOMyX8DbMNjoazcX5t6K-FBvPu2pA=",
    ])
    func whatIsNoPinIsRefused(text: String) {
        #expect(PublicKeyPin(text) == nil)
    }

    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBfTCCASOgAwIBAgIUN+x41ThvAppOvbMh7aki8OI8X+swCgYIKoZIzj0EAwIw
        EzERMA8GA1UEAwwIcGluLnRlc3QwIBcNMjYxMTIxMDIwMjUxWhgPMjEyNjEwMjgw
        MjAyNTFaMBMxETAPBgNVBAMMCHBpbi50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
        AQcDQgAESbWaWAwthkCRR8NZdqJbUVMtk9VjsKwZIvGtIAYPJbZmsqktrd5LnwwU
        Lczk8n6fpdFI/r+TxaTN3MYoaIwgRKNTMFEwHQYDVR0OBBYEFOV+AXzwf0gySjgi
        X0kQ1R9KiGhmMB8GA1UdIwQYMBaAFOV+AXzwf0gySjgiX0kQ1R9KiGhmMA8GA1Ud
        EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAPC8DWJ+d2uDgWlK1K8D7oxI
        LvHKWOAyghvdGx2xlXxhAiBE3/f71MSEXSOK2X5ZBXHsM6vr1i7IGRIizmR/tLRt
        1g==
        -----END CERTIFICATE-----
        """
}
